import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '#contract/environment.ts'
import { SEALING } from './card-frame/frame-record.ts'
import { brotli } from './compress.ts'
import { documentSizes } from './document-size.ts'
import { outputPaths, pathsIn } from './paths.ts'
import type { BuildRecord } from './record.ts'

export interface PageSize {
  environment: Environment
  /** The script that takes a press, compressed with brotli: the entry and its static imports. */
  scriptBytes: number
  scriptBytesMax: number
  /** The script that hydrates the page, which the entry loads. */
  viewBytes: number
  viewBytesMax: number
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
  /** The same where the processor's key says how cards are sealed. */
  sealingFrameBytes: number
  sealingFrameBytesMax: number
  met: boolean
}

const SCRIPT_BYTES_MAX = 10 * 1024
const VIEW_BYTES_MAX = 90 * 1024
const STYLE_BYTES_MAX = 6 * 1024
/** Within TCP's initial congestion window of 14 KB: the bytes sent before the first acknowledgement. */
const DOCUMENT_BYTES_MAX = 13.5 * 1024
const FRAME_BYTES_MAX = 8 * 1024
const SEALING_FRAME_BYTES_MAX = 9 * 1024

/** Size of a build's first card page, against its budget. Rejects when there is no build in the folder. */
export async function pageSize(
  environment: Environment,
  directory = outputPaths(environment).root,
): Promise<PageSize> {
  const { record, client, fields } = pathsIn(directory)
  const { entry, preloads, view, css } = JSON.parse(await readFile(record, 'utf8')) as BuildRecord
  const compressed = async (paths: readonly string[]) => {
    const files = await Promise.all(paths.map((path) => readFile(join(client, `${path}.br`))))
    return files.reduce((sum, { byteLength }) => sum + byteLength, 0)
  }
  const scriptBytes = await compressed([entry, ...preloads])
  const viewBytes = await compressed([view])
  const { byteLength: styleBytes } = await brotli(Buffer.from(css))
  const { bytes, withAddressBytes } = await documentSizes(directory)
  const frames = (await readdir(fields)).filter((name) => name.endsWith('.html'))
  const sealing = frames.filter((name) => name.endsWith(SEALING))
  const frameBytes = await largestOf(
    fields,
    frames.filter((name) => !sealing.includes(name)),
  )
  const sealingFrameBytes = await largestOf(fields, sealing)
  return {
    environment,
    scriptBytes,
    scriptBytesMax: SCRIPT_BYTES_MAX,
    viewBytes,
    viewBytesMax: VIEW_BYTES_MAX,
    styleBytes,
    styleBytesMax: STYLE_BYTES_MAX,
    documentBytes: bytes,
    documentBytesMax: DOCUMENT_BYTES_MAX,
    documentWithAddressBytes: withAddressBytes,
    documentWithAddressBytesMax: DOCUMENT_BYTES_MAX,
    frameBytes,
    frameBytesMax: FRAME_BYTES_MAX,
    sealingFrameBytes,
    sealingFrameBytesMax: SEALING_FRAME_BYTES_MAX,
    met:
      scriptBytes <= SCRIPT_BYTES_MAX &&
      viewBytes <= VIEW_BYTES_MAX &&
      styleBytes <= STYLE_BYTES_MAX &&
      bytes <= DOCUMENT_BYTES_MAX &&
      withAddressBytes <= DOCUMENT_BYTES_MAX &&
      frameBytes <= FRAME_BYTES_MAX &&
      sealingFrameBytes <= SEALING_FRAME_BYTES_MAX,
  }
}

async function largestOf(directory: string, names: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    names.map(async (name) => (await brotli(await readFile(join(directory, name)))).byteLength),
  )
  return Math.max(...sizes)
}
