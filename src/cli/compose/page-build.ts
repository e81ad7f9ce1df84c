import { join } from 'node:path'
import type { Environment } from '#contract/environment.ts'
import { tarballName } from '#client/build/tarball-name.ts'
import { CommandFailure, EXIT } from '#client/tools/command-line/exit.ts'

const PROJECT = join(import.meta.dirname, '../../..')

export function buildDirectory(environment: Environment): string {
  return join(PROJECT, 'dist', environment)
}

/** Where `npm run build` packs the package that merchants install. */
export function packagedClient(version: string): string {
  return join(PROJECT, 'dist', tarballName(version))
}

/** Throws a `CommandFailure` for a build of the other environment. */
export function checkBuiltFor(environment: Environment, builtFor: Environment): void {
  if (builtFor !== environment)
    throw new CommandFailure(
      `The page in dist/${environment} was built for ${builtFor}. Run: npm run build`,
      EXIT.configuration,
    )
}
