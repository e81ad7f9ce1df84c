import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { outputPaths } from '../build/paths.ts'
import type { BuildRecord } from '../build/record.ts'
import { ENVIRONMENTS, type Environment } from '../contract/environment.ts'

export interface PageSize {
  environment: Environment
  /** Of the entry and what it imports at once, as they are sent: compressed with brotli. */
  scriptBytes: number
  scriptBytesMax: number
  met: boolean
}

const SCRIPT_BYTES_MAX = 95 * 1024

/** What the first card page of each build there is costs in script. A build under way counts as none. */
export async function pageSizes(): Promise<PageSize[]> {
  const sizes = await Promise.all(
    ENVIRONMENTS.map((environment) => pageSize(environment).catch(() => undefined)),
  )
  return sizes.filter((size) => size !== undefined)
}

async function pageSize(environment: Environment): Promise<PageSize> {
  const { record, client } = outputPaths(environment)
  const { entry, preloads } = JSON.parse(await readFile(record, 'utf8')) as BuildRecord
  const scripts = await Promise.all(
    [entry, ...preloads].map((path) => readFile(join(client, `${path}.br`))),
  )
  const scriptBytes = scripts.reduce((sum, { byteLength }) => sum + byteLength, 0)
  return {
    environment,
    scriptBytes,
    scriptBytesMax: SCRIPT_BYTES_MAX,
    met: scriptBytes <= SCRIPT_BYTES_MAX,
  }
}
