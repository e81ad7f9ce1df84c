import type { Encoding } from './encodings.ts'
import type { Search } from './search.ts'
import type { SecretKind } from './secrets.ts'
import type { Document, Sink } from './sinks.ts'
import { layersOf } from './unpack.ts'

/** A secret that was found: its place, never its value. */
export interface Finding {
  sink: Sink
  document: string
  secret: string
  kind: SecretKind
  encoding: Encoding
  /** The compression around it; empty for none. */
  packed: string
  offset: number
  /** Row in its document, from 1. */
  row: number
}

const LINE_FEED = 10

export function scan({ sink, name, bytes }: Document, search: Search): Finding[] {
  const findings: Finding[] = []
  for (const layer of layersOf(bytes))
    for (const { secret, encoding, offset } of search(layer.bytes))
      findings.push({
        sink,
        document: name,
        secret: secret.name,
        kind: secret.kind,
        encoding,
        packed: layer.path,
        offset,
        row: rowAt(layer.bytes, offset),
      })
  return findings
}

function rowAt(bytes: Buffer, offset: number): number {
  let row = 1
  for (let at = bytes.indexOf(LINE_FEED); at !== -1 && at < offset; row++)
    at = bytes.indexOf(LINE_FEED, at + 1)
  return row
}
