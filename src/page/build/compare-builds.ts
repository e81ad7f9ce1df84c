import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildEnvironment } from './build-environment.ts'
import type { BuildPlan } from './build-plan.ts'
import { outputPaths } from './paths.ts'

/** Checks that builds are reproducible: builds twice, lists the files that differ, and then sets exit code 1. */
export async function compareBuilds(plan: BuildPlan): Promise<void> {
  const { environment } = plan
  const { root } = outputPaths(environment)
  await buildEnvironment(plan)
  const first = await fingerprints(root)
  await buildEnvironment(plan)
  const second = await fingerprints(root)
  const paths = [...new Set([...first.keys(), ...second.keys()])]
  const different = paths.filter((path) => first.get(path) !== second.get(path))
  process.stdout.write(`dist/${environment}: ${paths.length} files, ${different.length} differ\n`)
  for (const path of different) process.stdout.write(`  ${path}\n`)
  if (different.length > 0) process.exitCode = 1
}

async function fingerprints(root: string): Promise<Map<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return new Map(
    await Promise.all(
      files.map(async ({ parentPath, name }) => {
        const path = join(parentPath, name)
        return [path.slice(root.length + 1), hash('sha256', await readFile(path))] as const
      }),
    ),
  )
}
