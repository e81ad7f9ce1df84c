import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BuildPlan } from './build-plan.ts'
import { outputPaths, PROJECT_ROOT } from './paths.ts'

/** Sources of every build. */
const SOURCES = ['src/page', 'src/words', 'src/contract', 'src/domain', 'public']
const SOURCE_FILES = ['vite.config.ts', 'package-lock.json', '.env.sandbox', '.env.production']

/** Builds an environment's page when it is missing or older than its sources. */
export async function ensureBuild(plan: BuildPlan): Promise<void> {
  const [builtMs, changedMs] = await Promise.all([
    changeTimeMs(outputPaths(plan.environment).record),
    newestSourceMs([...SOURCES, ...plan.ownSources]),
  ])
  if (builtMs !== undefined && builtMs >= changedMs) return
  // Loading Vite is slow: only when there is something to build.
  const { buildEnvironment } = await import('./build-environment.ts')
  await buildEnvironment(plan)
}

async function newestSourceMs(sources: readonly string[]): Promise<number> {
  const inDirectories = await Promise.all(
    sources.map(async (directory) => {
      const files = await readdir(join(PROJECT_ROOT, directory), {
        recursive: true,
        withFileTypes: true,
      })
      return files.map((file) => join(file.parentPath, file.name))
    }),
  )
  const paths = [...inDirectories.flat(), ...SOURCE_FILES.map((file) => join(PROJECT_ROOT, file))]
  const times = await Promise.all(
    paths.filter((path) => !/\.test\.tsx?$/.test(path)).map(changeTimeMs),
  )
  return Math.max(...times.map((time) => time ?? 0))
}

async function changeTimeMs(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs
  } catch {
    return undefined
  }
}
