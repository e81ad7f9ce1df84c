import { EnvironmentName, ENVIRONMENTS } from '../contract/environment.ts'
import { buildEnvironment } from './build-environment.ts'
import { ensureBuild } from './ensure.ts'

// node src/build/build.ts [--if-changed] [sandbox | production …]; without a name it builds both.
const IF_CHANGED = '--if-changed'
const words = process.argv.slice(2)
const names = words.filter((word) => word !== IF_CHANGED)
const environments =
  names.length === 0 ? ENVIRONMENTS : names.map((name) => EnvironmentName.parse(name))

for (const environment of environments) {
  if (words.includes(IF_CHANGED)) {
    await ensureBuild(environment)
    continue
  }
  const { entry } = await buildEnvironment(environment)
  process.stdout.write(`dist/${environment}: ${entry}\n`)
}
