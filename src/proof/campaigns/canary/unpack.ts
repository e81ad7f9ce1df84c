import {
  brotliDecompressSync,
  constants,
  inflateRawSync,
  inflateSync,
  zstdDecompressSync,
} from 'node:zlib'

export interface Layer {
  /** The compressions around it and their offsets; empty for uncompressed bytes. */
  path: string
  bytes: Buffer
}

const OUTPUT_MAX = 64 * 1024 * 1024
const OUTPUT_MIN = 8
const DEPTH_MAX = 3

// A truncated stream is read as far as it goes.
const LENIENT = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: OUTPUT_MAX }
const LENIENT_BROTLI = {
  finishFlush: constants.BROTLI_OPERATION_FLUSH,
  maxOutputLength: OUTPUT_MAX,
}

const GZIP = Buffer.from([0x1f, 0x8b, 0x08])
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
const ZLIB_METHOD = 0x78

/** The bytes, and everything compressed in them: formats with a signature at any offset, others as a whole. */
export function* layersOf(bytes: Buffer, path = '', depth = 0): Generator<Layer> {
  yield { path, bytes }
  if (depth === DEPTH_MAX) return
  for (const { name, unpacked } of packedIn(bytes))
    yield* layersOf(unpacked, path === '' ? name : `${path} > ${name}`, depth + 1)
}

function* packedIn(bytes: Buffer): Generator<{ name: string; unpacked: Buffer }> {
  for (const at of placesOf(bytes, GZIP))
    yield* layersIf(`gzip at ${at}`, () =>
      // `gunzipSync` would take the bytes that follow for another stream.
      inflateRawSync(bytes.subarray(at + gzipHeaderLength(bytes, at)), LENIENT),
    )
  for (const at of placesOf(bytes, ZSTD))
    yield* layersIf(`zstd at ${at}`, () =>
      zstdDecompressSync(bytes.subarray(at), { maxOutputLength: OUTPUT_MAX }),
    )
  for (let at = bytes.indexOf(ZLIB_METHOD); at !== -1; at = bytes.indexOf(ZLIB_METHOD, at + 1))
    // The header checksum of RFC 1950, without a preset dictionary.
    if (((ZLIB_METHOD << 8) | (bytes[at + 1] ?? 0)) % 31 === 0 && !((bytes[at + 1] ?? 0) & 0x20))
      yield* layersIf(`deflate at ${at}`, () => inflateSync(bytes.subarray(at), LENIENT))
  yield* layersIf('raw deflate', () => inflateRawSync(bytes, LENIENT))
  yield* layersIf('brotli', () => brotliDecompressSync(bytes, LENIENT_BROTLI))
}

/** RFC 1952: ten bytes, then the fields that the flags announce. */
function gzipHeaderLength(bytes: Buffer, at: number): number {
  const flags = bytes[at + 3] ?? 0
  let end = at + 10
  if (flags & 4) end += 2 + bytes.readUInt16LE(end)
  if (flags & 8) end = bytes.indexOf(0, end) + 1
  if (flags & 16) end = bytes.indexOf(0, end) + 1
  if (flags & 2) end += 2
  return end - at
}

function* placesOf(bytes: Buffer, magic: Buffer): Generator<number> {
  for (let at = bytes.indexOf(magic); at !== -1; at = bytes.indexOf(magic, at + 1)) yield at
}

/** Yields nothing for bytes that only look compressed. */
function* layersIf(name: string, unpack: () => Buffer) {
  try {
    const unpacked = unpack()
    if (unpacked.length >= OUTPUT_MIN) yield { name, unpacked }
  } catch {
    // Not in this format.
  }
}
