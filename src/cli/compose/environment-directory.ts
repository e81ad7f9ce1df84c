import { join, resolve } from 'node:path'
import type { Config } from '../config.ts'

/** Directory of an environment's embedded database and generated secrets. */
export function environmentDirectory({ dataDir, environment }: Config): string {
  return join(resolve(dataDir), environment)
}
