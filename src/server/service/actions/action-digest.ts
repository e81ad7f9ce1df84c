import { createHash } from 'node:crypto'
import { canonicalJson } from '#domain/canonical-json.ts'

/** What a signature covers: the dashboard action with its whole input, who does it, and in which session. */
export function actionDigest({
  dashboardAction: act,
  ...rest
}: {
  dashboardAction: string
  input: unknown
  userId: string
  sessionId: string
}): Buffer {
  // Through JSON, which drops undefined fields, as they are absent in a request.
  const plain: unknown = JSON.parse(JSON.stringify({ act, ...rest }))
  return createHash('sha256').update(canonicalJson(plain)).digest()
}
