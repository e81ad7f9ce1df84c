import { scan, type Finding } from './scan.ts'
import { createSearch } from './search.ts'
import type { SecretBook } from './secrets.ts'
import type { Document, Sink } from './sinks.ts'

export interface Searched {
  findings: Finding[]
  /** How much was searched in each sink. */
  sizes: Map<Sink, { documents: number; bytes: number }>
  /** Sinks in which the tracer was found. */
  traced: Set<Sink>
  /** One document of each sink, to plant a leak in. */
  samples: Map<Sink, Document>
}

const SAMPLE_BYTES_MAX = 32 * 1024

/** Searches all documents for all secrets. Document names are masked, so that a report leaks nothing. */
export async function searchAll(
  documents: AsyncIterable<Document>,
  book: SecretBook,
): Promise<Searched> {
  const search = createSearch(book.all)
  const searched: Searched = {
    findings: [],
    sizes: new Map(),
    traced: new Set(),
    samples: new Map(),
  }
  for await (const { sink, name, bytes } of documents) {
    const size = searched.sizes.get(sink) ?? { documents: 0, bytes: 0 }
    const { documents, bytes: total } = size
    searched.sizes.set(sink, { documents: documents + 1, bytes: total + bytes.length })
    const document = { sink, name: book.mask(name), bytes }
    for (const finding of scan(document, search))
      if (finding.kind === 'tracer') searched.traced.add(sink)
      else searched.findings.push(finding)
    if (!searched.samples.has(sink) && bytes.length > 0)
      searched.samples.set(sink, {
        ...document,
        bytes: Buffer.from(bytes.subarray(0, SAMPLE_BYTES_MAX)),
      })
  }
  return searched
}
