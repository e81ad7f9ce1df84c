import { join, resolve } from 'node:path'
import type { Environment } from '../../contract/environment.ts'

export const PROJECT_ROOT = resolve(import.meta.dirname, '../../..')

/** Where one environment's build stands; environments share no file. */
export function outputPaths(environment: Environment) {
  return pathsIn(join(PROJECT_ROOT, 'dist', environment))
}

/** Where a build is made, before it takes the place of the one that may be served meanwhile. */
export function workPaths(environment: Environment) {
  return pathsIn(join(PROJECT_ROOT, 'dist', `.${environment}-${process.pid}`))
}

function pathsIn(root: string) {
  return {
    root,
    client: join(root, 'client'),
    server: join(root, 'server'),
    fields: join(root, 'fields'),
    record: join(root, 'build.json'),
    inventory: join(root, 'script-inventory.json'),
  }
}
