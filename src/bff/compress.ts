import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Encoding } from './accepted-encoding.ts'

/** A tenth less than at 4 for two milliseconds more, off the event loop; denser hardly gains. */
const BROTLI_QUALITY = 5

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
