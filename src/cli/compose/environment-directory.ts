import { join, resolve } from 'node:path'
import type { Config } from '../config.ts'

/** Where an environment keeps what it makes: the embedded database and the secrets of the sandbox. */
export function environmentDirectory({ dataDir, environment }: Config): string {
  return join(resolve(dataDir), environment)
}
