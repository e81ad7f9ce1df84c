import { join, resolve } from 'node:path'
import type { Environment } from '#contract/environment.ts'

export const PROJECT_ROOT = resolve(import.meta.dirname, '../../..')

/** Output folder of one environment's build; environments share no file. */
export function outputPaths(environment: Environment) {
  return pathsIn(join(PROJECT_ROOT, 'dist', environment))
}

/** Staging folder of a build: the served build stays intact until it is replaced. */
export function workPaths(environment: Environment) {
  return pathsIn(join(PROJECT_ROOT, 'dist', `.${environment}-${process.pid}`))
}

/** The parts of a build. */
export function pathsIn(root: string) {
  return {
    root,
    client: join(root, 'client'),
    server: join(root, 'server'),
    fields: join(root, 'fields'),
    record: join(root, 'build.json'),
    inventory: join(root, 'script-inventory.json'),
  }
}
