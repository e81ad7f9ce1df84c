import { createHash } from 'node:crypto'
import { canonicalJson } from '#domain/canonical-json.ts'

/** What a signature covers: the act with its whole input, who does it, and in which session. */
export function actDigest(signed: {
  act: string
  input: unknown
  userId: string
  sessionId: string
}): Buffer {
  // Through JSON, which drops undefined fields, as they are absent in a request.
  const plain: unknown = JSON.parse(JSON.stringify(signed))
  return createHash('sha256').update(canonicalJson(plain)).digest()
}
