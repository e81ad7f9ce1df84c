import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '../contract/environment.ts'
import { brotli } from './compress.ts'
import { outputPaths } from './paths.ts'
import type { BuildRecord } from './record.ts'

export interface PageSize {
  environment: Environment
  /** Of the entry and what it imports at once, as they are sent: compressed with brotli. */
  scriptBytes: number
  scriptBytesMax: number
  styleBytes: number
  styleBytesMax: number
  met: boolean
}

const SCRIPT_BYTES_MAX = 95 * 1024
const STYLE_BYTES_MAX = 6 * 1024

/** What the first card page of a build costs, against the budget. Rejects when there is no build. */
export async function pageSize(environment: Environment): Promise<PageSize> {
  const { record, client } = outputPaths(environment)
  const { entry, preloads, css } = JSON.parse(await readFile(record, 'utf8')) as BuildRecord
  const scripts = await Promise.all(
    [entry, ...preloads].map((path) => readFile(join(client, `${path}.br`))),
  )
  const scriptBytes = scripts.reduce((sum, { byteLength }) => sum + byteLength, 0)
  const { byteLength: styleBytes } = await brotli(Buffer.from(css))
  return {
    environment,
    scriptBytes,
    scriptBytesMax: SCRIPT_BYTES_MAX,
    styleBytes,
    styleBytesMax: STYLE_BYTES_MAX,
    met: scriptBytes <= SCRIPT_BYTES_MAX && styleBytes <= STYLE_BYTES_MAX,
  }
}
