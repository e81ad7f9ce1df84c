import { randomBytes } from 'node:crypto'
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import { judge } from './allowed.ts'
import { ENCODING_NAMES, ENCODINGS } from './encodings.ts'
import { scan } from './scan.ts'
import { createSearch } from './search.ts'
import { createSecretBook } from './secrets.ts'
import { SINKS, type Document, type Sink } from './sinks.ts'

/** Compressions of a whole document. */
export const PACKINGS = {
  gzip: gzipSync,
  deflate: deflateSync,
  'raw deflate': deflateRawSync,
  brotli: brotliCompressSync,
  zstd: zstdCompressSync,
} as const satisfies Record<string, (bytes: Buffer) => Buffer>

export interface Planted {
  planted: number
  /** Sinks in which every planted leak was reported. */
  sinks: Sink[]
  /** Planted leaks that were not reported, by sink and encoding. */
  missed: string[]
}

const SECRET_BYTES = 24

/** Plants a secret in a copy of one document of each sink, once in each encoding; each must be reported. */
export function plantLeaks(samples: ReadonlyMap<Sink, Document>): Planted {
  const book = createSecretBook()
  const secret = Buffer.from(`canary_${randomBytes(SECRET_BYTES).toString('base64')}`)
  book.add('planted secret', 'plant', secret)
  const search = createSearch(book.all)
  const result: Planted = { planted: 0, sinks: [], missed: [] }
  for (const sink of SINKS) {
    const sample = samples.get(sink) ?? { sink, name: 'nothing', bytes: Buffer.of() }
    const missed = leaksIn(sample.bytes, secret)
      .filter(({ bytes }) => {
        result.planted += 1
        return judge(scan({ ...sample, bytes }, search)).leaks.length === 0
      })
      .map(({ encoding }) => `${sink}: ${encoding}`)
    if (missed.length === 0) result.sinks.push(sink)
    result.missed.push(...missed)
  }
  return result
}

function leaksIn(bytes: Buffer, secret: Buffer): { encoding: string; bytes: Buffer }[] {
  const withText = (text: Buffer) => {
    const middle = Math.floor(bytes.length / 2)
    return Buffer.concat([bytes.subarray(0, middle), text, bytes.subarray(middle)])
  }
  const written = ENCODING_NAMES.flatMap((encoding) =>
    ENCODINGS[encoding](secret).map((text) => ({
      encoding,
      bytes: withText(Buffer.from(text, 'latin1')),
    })),
  )
  const packed = Object.entries(PACKINGS).map(([encoding, pack]) => ({
    encoding,
    bytes: pack(withText(secret)),
  }))
  return [...written, ...packed]
}
