import { constants, createBrotliCompress } from 'node:zlib'

/** A window of 32 KiB. After that many bytes of a stream, the encoding no longer depends on the position. */
export const WINDOW_BITS = 15
export const WINDOW_BYTES = 2 ** WINDOW_BITS

const CHUNK_BYTES = 32 * 1024

/**
 * Compresses one part of a brotli stream (RFC 7932) on its own. `position` is the number of bytes before the part; the
 * last two of them are spaces. The part begins and ends at a byte boundary and has no stream header. In place of the
 * bytes before the part, the encoder first gets zeros and two spaces: they give it the right position, and the last
 * distances that a decoder has after `RESET`. The part never refers to the zeros, because it contains none.
 */
export async function encodePart(
  text: Uint8Array,
  { position, quality }: { position: number; quality: number },
): Promise<Buffer> {
  const encoder = createBrotliCompress({
    chunkSize: CHUNK_BYTES,
    flush: constants.BROTLI_OPERATION_FLUSH,
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
    },
  })
  const write = (bytes: Uint8Array) =>
    new Promise<Buffer>((resolve, reject) => {
      encoder.write(bytes, (error) => {
        if (error) reject(error)
        else resolve((encoder.read() as Buffer | null) ?? Buffer.alloc(0))
      })
    })
  try {
    await write(zerosBefore(position))
    return await write(text)
  } finally {
    encoder.destroy()
  }
}

const ZEROS = Buffer.alloc(WINDOW_BYTES)
const cut = new Map<number, Buffer>()
/** Few lengths occur, because the head and the texts after it have the same positions in every document. */
const CUT_MAX = 16

function zerosBefore(position: number): Buffer {
  const length = Math.min(position, WINDOW_BYTES)
  const known = cut.get(length)
  if (known !== undefined) return known
  const zeros = Buffer.from(ZEROS.subarray(0, length)).fill(' ', Math.max(0, length - 2))
  if (cut.size >= CUT_MAX) cut.clear()
  cut.set(length, zeros)
  return zeros
}
