import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { encodePart, WINDOW_BITS, WINDOW_BYTES } from './encode-part.ts'
import {
  type DocumentParts,
  joinParts,
  padded,
  START_BYTES,
  START_BYTES_MAX,
} from './document-parts.ts'
import { RESET, SPACES_BEFORE, SPACES_WRITTEN } from './reset-distances.ts'

export interface PartsCompressor {
  /**
   * The brotli stream. Undefined where the document must be compressed as a whole, and until its words are prepared,
   * which the first call starts.
   */
  compress: (parts: DocumentParts) => Promise<Buffer<ArrayBuffer> | undefined>
  /** Compresses the parts that other documents share with this one, and checks that a stream made of them can be read. */
  prepare: (parts: DocumentParts) => Promise<void>
}

/** Brotli quality of the head and of the words of a language, each compressed once. */
const PREPARED_QUALITY = 11
/** Brotli quality of the other parts. For texts this short, 5 to 7 give the same size, and 6 is the fastest. */
const OWN_QUALITY = 6
/** The number of prepared words to keep: each language has some with a session and some without. */
const WORDS_MAX = 64
/**
 * TCP's initial congestion window. A larger document is compressed as a whole, which also finds what its parts have in
 * common.
 */
const BYTES_MAX = 14 * 1024
const LAST = Buffer.from([3])

const spacesBefore = ' '.repeat(SPACES_BEFORE)

/**
 * Joins a brotli stream from its parts. The head and the words are compressed once, with high quality; the other parts
 * are compressed for each document. Each stream is decompressed and compared with its document before it is returned.
 * When one differs, `onBroken` is called, and no other stream is made.
 */
export function createPartsCompressor(
  head: string,
  onBroken: () => void,
  encode: typeof encodePart = encodePart,
): PartsCompressor {
  const headText = Buffer.from(head + spacesBefore)
  const pagePosition = START_BYTES + headText.length + SPACES_WRITTEN
  let headPart: Promise<Buffer> | undefined
  const preparedHead = () =>
    (headPart ??= encode(headText, { position: START_BYTES, quality: PREPARED_QUALITY }))
  const preparedWords = new LRUCache<string, { part: Buffer | undefined }>({ max: WORDS_MAX })
  let isBroken = false
  // Beyond the window, `encodePart` does not reproduce the position of the page.
  const isTooLong = pagePosition > WINDOW_BYTES

  async function prepare({ start, page, words }: DocumentParts): Promise<void> {
    const known: { part: Buffer | undefined } = { part: undefined }
    preparedWords.set(words, known)
    const position = WINDOW_BYTES
    const part = await encode(Buffer.from(words), { position, quality: PREPARED_QUALITY })
    const parts = { start, head, page, words }
    if (reads(await put(parts, part), parts)) known.part = part
    else breakOff()
  }

  function reads(stream: Buffer, parts: DocumentParts): boolean {
    try {
      return brotliDecompressSync(stream).equals(Buffer.from(joinParts(parts)))
    } catch {
      return false
    }
  }

  async function put({ start, page }: Pick<DocumentParts, 'start' | 'page'>, words: Buffer) {
    const pageText = Buffer.from(page + spacesBefore)
    const [head, own] = await Promise.all([
      preparedHead(),
      encode(pageText, { position: pagePosition, quality: OWN_QUALITY }),
    ])
    return Buffer.concat([encodeStart(padded(start)), RESET, head, RESET, own, RESET, words, LAST])
  }

  /** Whether the head and the words stand at the positions that they were compressed for. */
  function fits(parts: DocumentParts): boolean {
    if (isBroken || isTooLong || parts.head !== head) return false
    // An encoder would refer to the zeros that `encodePart` puts before a part.
    if ([parts.head, parts.page, parts.words].some((text) => text.includes('\0'))) return false
    const isInPlace = Buffer.byteLength(parts.start) <= START_BYTES_MAX
    return isInPlace && pagePosition + parts.page.length >= WINDOW_BYTES
  }

  return {
    async prepare(parts) {
      if (fits(parts) && !preparedWords.has(parts.words)) await prepare(parts)
    },

    async compress(parts) {
      if (!fits(parts)) return undefined
      const known = preparedWords.get(parts.words)
      if (known === undefined) void prepare(parts).catch(breakOff)
      if (known?.part === undefined) return undefined
      const stream = await put(parts, known.part)
      if (stream.byteLength > BYTES_MAX) return undefined
      if (reads(stream, parts)) return stream
      breakOff()
      return undefined
    },
  }

  function breakOff() {
    if (!isBroken) onBroken()
    isBroken = true
  }
}

/** Compresses the start, which also has the stream's header. */
function encodeStart(start: string): Buffer {
  return brotliCompressSync(start + spacesBefore, {
    finishFlush: constants.BROTLI_OPERATION_FLUSH,
    params: {
      [constants.BROTLI_PARAM_QUALITY]: OWN_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
    },
  })
}
