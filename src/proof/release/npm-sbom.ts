import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runTool } from '../testing/container/run-tool.ts'
import { PROJECT } from './read-facts.ts'

interface LockFile {
  packages: Record<string, { dev?: boolean; devOptional?: boolean; devDependencies?: object }>
}

/**
 * The output of `npm sbom` for the packages that run in production, as CycloneDX. It is run on a copy of the project without
 * development dependencies: `npm sbom --omit dev` (npm 11) omits a package that both kinds of dependencies need, such as zod.
 */
export async function npmSbom(): Promise<string> {
  const project = read('package.json') as object
  const lock = read('package-lock.json') as LockFile
  const packages = Object.entries(lock.packages)
    .filter(([, { dev = false, devOptional = false }]) => !dev && !devOptional)
    .map(([path, entry]) => [path, { ...entry, devDependencies: undefined }] as const)
  const directory = await mkdtemp(join(tmpdir(), 'checkout-sbom-'))
  try {
    await writeFile(
      join(directory, 'package.json'),
      JSON.stringify({ ...project, devDependencies: undefined, overrides: undefined }),
    )
    const runs = { ...lock, packages: Object.fromEntries(packages) }
    await writeFile(join(directory, 'package-lock.json'), JSON.stringify(runs))
    return await runTool(
      'npm',
      ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'],
      {},
      directory,
    )
  } finally {
    await rm(directory, { recursive: true })
  }
}

function read(path: string): unknown {
  return JSON.parse(readFileSync(join(PROJECT, path), 'utf8'))
}
