import { constants, createBrotliCompress } from 'node:zlib'

/** A window of 32 KiB: behind it each position of a stream is like any other. */
export const WINDOW_BITS = 15
export const WINDOW_BYTES = 2 ** WINDOW_BITS

const CHUNK_BYTES = 32 * 1024

/**
 * Compresses a part of a brotli stream (RFC 7932) on its own, for a place at which these bytes come before it, two spaces last.
 * The part begins and ends at a whole byte, has no stream header, and refers to nothing before it, as it has no zero in it: before it stand zeros for
 * the encoder, which give it the position and the last distances that `resetDistances` gives a decoder.
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
/** The head's place and that of the texts behind it are the same in each document. */
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
