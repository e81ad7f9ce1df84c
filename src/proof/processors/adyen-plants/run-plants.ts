// Runs the tests of the adapter's faults once: a project for each plant, whose plugin changes a file as it is loaded, so that no source
// is copied or written. Prints what the tests said, as JSON.
import { join } from 'node:path'
import type { Plugin } from 'vite'
import type { TestProjectInlineConfiguration } from 'vitest/config'
import { startVitest, type TestModule } from 'vitest/node'
import { ADAPTER, ADYEN_PLANTS, SOUND, type SourcePlant, type Verdict } from './plants.ts'

const ROOT = join(import.meta.dirname, '../../../..')

const tests = [...new Set(ADYEN_PLANTS.map(({ seenBy }) => seenBy))]
const vitest = await startVitest('test', [], {
  config: false,
  root: ROOT,
  watch: false,
  fsModuleCache: false,
  reporters: [{}],
  projects: [
    projectOf(SOUND, tests, []),
    ...ADYEN_PLANTS.map((plant) => projectOf(plant.name, [plant.seenBy], [planting(plant)])),
  ],
})
const verdicts = vitest.state.getTestModules().map(verdictOf)
await vitest.close()
// Failed tests are the result, and no fault of this process.
process.exitCode = 0
process.stdout.write(JSON.stringify(verdicts))

function projectOf(
  name: string,
  seenBy: readonly string[],
  plugins: Plugin[],
): TestProjectInlineConfiguration {
  const include = seenBy.map((file) => join(ADAPTER, file))
  // Vitest's cache does not know the plant: it would serve that of an earlier run.
  return { plugins, test: { name, root: ROOT, include, isolate: false, fsModuleCache: false } }
}

function planting({ name, file, sound, planted }: SourcePlant): Plugin {
  const path = join(ROOT, ADAPTER, file)
  return {
    name,
    enforce: 'pre',
    transform: (code, id) =>
      id === path ? { code: code.replace(sound, () => planted), map: null } : undefined,
  }
}

function verdictOf(module: TestModule): Verdict {
  const all = [...module.children.allTests()]
  return {
    project: module.project.name,
    file: module.relativeModuleId,
    tests: all.length,
    failed: all.filter((test) => test.result().state === 'failed').map(({ fullName }) => fullName),
    errors: module.errors().map(({ message }) => message),
  }
}
