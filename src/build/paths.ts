import { join, resolve } from 'node:path'
import type { Environment } from '../contract/environment.ts'

export const PROJECT_ROOT = resolve(import.meta.dirname, '../..')

/** Where one environment's build stands; environments share no file. */
export function outputPaths(environment: Environment) {
  const root = join(PROJECT_ROOT, 'dist', environment)
  return {
    root,
    client: join(root, 'client'),
    server: join(root, 'server'),
    record: join(root, 'build.json'),
    inventory: join(root, 'script-inventory.json'),
  }
}
