import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Release } from '#server/database/migrate/releases.ts'
import { npm } from '../nodes/run.ts'

const PROJECT = join(import.meta.dirname, '../../..')

/** Why the source of an earlier release cannot be taken from the history here; undefined where it can. */
export function whyNoHistory({ version, commit }: Release): string | undefined {
  const { status } = spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: PROJECT })
  if (status === 0) return undefined
  return `this copy has no history of release ${version}, commit ${commit.slice(0, 8)}: git fetch --unshallow`
}

/**
 * Puts the source of an earlier release, as the history has it, into a new folder, with the packages of its own lock file,
 * or faster with those of this project. Resolves to the path of its command line.
 */
export async function placeRelease(
  { commit }: Release,
  directory: string,
  packages: 'own' | 'ours',
): Promise<string> {
  mkdirSync(directory, { recursive: true })
  const archive = execFileSync(
    'git',
    ['archive', commit, 'src', 'package.json', 'package-lock.json', '.env.sandbox'],
    {
      cwd: PROJECT,
      maxBuffer: 2 ** 29,
    },
  )
  execFileSync('tar', ['-x', '-C', directory], { input: archive })
  if (packages === 'own') await npm(['ci', '--omit', 'dev'], directory)
  else symlinkSync(join(PROJECT, 'node_modules'), join(directory, 'node_modules'))
  return join(directory, 'src/cli/checkout.js')
}
