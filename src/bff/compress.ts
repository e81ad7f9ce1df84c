import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Encoding } from './accepted-encoding.ts'

/** Denser costs more processor time than it saves on the wire for a page of this size. */
const BROTLI_QUALITY = 4

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** Compresses off the event loop. */
export async function compress(
  text: string,
  encoding: Encoding,
): Promise<string | Uint8Array<ArrayBuffer>> {
  switch (encoding) {
    case 'br':
      return brotliAsync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
    case 'gzip':
      return gzipAsync(text)
    case 'identity':
      return text
  }
}
