import type { Document, Sink } from './sinks.ts'

/** Keeps every output of the product until it is searched. */
export interface Recorder {
  documents: Document[]
  keep(sink: Sink, name: string, text: string | Uint8Array): void
  /** For output that arrives in chunks, and may never end. */
  stream(sink: Sink, name: string): (chunk: Uint8Array) => void
}

export function createRecorder(): Recorder {
  const whole: Document[] = []
  const streams: (Omit<Document, 'bytes'> & { chunks: Uint8Array[] })[] = []
  return {
    get documents() {
      const streamed = streams.map(({ chunks, ...document }) => ({
        ...document,
        bytes: Buffer.concat(chunks),
      }))
      return [...whole, ...streamed]
    },
    keep(sink, name, text) {
      whole.push({ sink, name, bytes: Buffer.from(text) })
    },
    stream(sink, name) {
      const chunks: Uint8Array[] = []
      streams.push({ sink, name, chunks })
      return (chunk) => void chunks.push(chunk)
    },
  }
}
