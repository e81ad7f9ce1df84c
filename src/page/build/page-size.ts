import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '../../contract/environment.ts'
import { brotli } from './compress.ts'
import { documentSizes } from './document-size.ts'
import { outputPaths } from './paths.ts'
import type { BuildRecord } from './record.ts'

export interface PageSize {
  environment: Environment
  /** The entry and its static imports, compressed with brotli. */
  scriptBytes: number
  scriptBytesMax: number
  styleBytes: number
  styleBytesMax: number
  /** The document, in the language in which it is largest. */
  documentBytes: number
  documentBytesMax: number
  /** A document with address fields. */
  documentWithAddressBytes: number
  documentWithAddressBytesMax: number
  /** The self-contained card frame, in the language in which it is largest. */
  frameBytes: number
  frameBytesMax: number
  met: boolean
}

const SCRIPT_BYTES_MAX = 95 * 1024
const STYLE_BYTES_MAX = 6 * 1024
/** TCP's initial congestion window: the bytes sent before the first acknowledgement. */
const DOCUMENT_BYTES_MAX = 14 * 1024
const FRAME_BYTES_MAX = 8 * 1024

/** Size of a build's first card page, against its budget. Rejects when there is no build. */
export async function pageSize(environment: Environment): Promise<PageSize> {
  const { record, client, fields } = outputPaths(environment)
  const { entry, preloads, css } = JSON.parse(await readFile(record, 'utf8')) as BuildRecord
  const scripts = await Promise.all(
    [entry, ...preloads].map((path) => readFile(join(client, `${path}.br`))),
  )
  const scriptBytes = scripts.reduce((sum, { byteLength }) => sum + byteLength, 0)
  const { byteLength: styleBytes } = await brotli(Buffer.from(css))
  const { bytes, withAddressBytes } = await documentSizes(environment)
  const frameBytes = await largestDocument(fields)
  return {
    environment,
    scriptBytes,
    scriptBytesMax: SCRIPT_BYTES_MAX,
    styleBytes,
    styleBytesMax: STYLE_BYTES_MAX,
    documentBytes: bytes,
    documentBytesMax: DOCUMENT_BYTES_MAX,
    documentWithAddressBytes: withAddressBytes,
    documentWithAddressBytesMax: DOCUMENT_BYTES_MAX,
    frameBytes,
    frameBytesMax: FRAME_BYTES_MAX,
    met:
      scriptBytes <= SCRIPT_BYTES_MAX &&
      styleBytes <= STYLE_BYTES_MAX &&
      bytes <= DOCUMENT_BYTES_MAX &&
      withAddressBytes <= DOCUMENT_BYTES_MAX &&
      frameBytes <= FRAME_BYTES_MAX,
  }
}

async function largestDocument(directory: string): Promise<number> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.html'))
  const sizes = await Promise.all(
    names.map(async (name) => (await brotli(await readFile(join(directory, name)))).byteLength),
  )
  return Math.max(...sizes)
}
