import type { ExchangeRow } from '../../oracle/books.ts'
import { request, type Stage } from './stage.ts'

/** A request to the API; kept, so that it can be retried. */
export interface Asked {
  merchantId: string | null
  apiKey: string
  sessionId: string | null
  method: string
  path: string
  key: string | null
  body: string
  /** The session for which the card was sealed, when a hostile shopper sends it to another session. */
  sealedFor?: string | undefined
}

/** Clients retry only while the idempotency key is kept, 24 hours. */
const REPEATED_MS = 23 * 3_600_000

/** Sends a request, and records it with its response, if any. */
export async function ask(stage: Stage, asked: Asked): Promise<ExchangeRow> {
  const { merchantId, apiKey, sessionId, method, path, key, body, sealedFor } = asked
  const earlier = firstOf(stage, asked)
  if (earlier !== undefined && stage.clock.now().getTime() - earlier.atMs > REPEATED_MS)
    return earlier
  const exchange: ExchangeRow = {
    merchantId,
    sessionId,
    route: `${method} ${path}`,
    key,
    sent: body,
    status: null,
    answer: null,
    atMs: stage.clock.now().getTime(),
    ...(sealedFor !== undefined && { sealedFor }),
  }
  stage.witnesses.exchanges.push(exchange)
  const headers: Record<string, string> = { 'x-api-key': apiKey }
  if (key !== null) headers['idempotency-key'] = key
  if (method === 'POST') headers['content-type'] = 'application/json'
  const init = method === 'POST' ? { headers, body } : { headers }
  const answered = await stage.scheduler.start(`${method} ${nameOf(path)}`, async () => {
    const response = await stage.fetch(request(method, path, init))
    const answer = await response.text()
    const fate = await stage.scheduler.turn('response', '')
    return fate === 'done' ? { status: response.status, answer } : undefined
  })
  Object.assign(exchange, answered)
  return exchange
}

function firstOf({ witnesses }: Stage, asked: Asked): ExchangeRow | undefined {
  const { merchantId, method, path, key } = asked
  if (key === null) return undefined
  return witnesses.exchanges.find(
    (row) => row.key === key && row.route === `${method} ${path}` && row.merchantId === merchantId,
  )
}

function nameOf(path: string): string {
  return path
    .replaceAll(/\/(cs|pay|evt)_\w+/g, '/$1')
    .replace(/\/checkout\/\w+/, '/checkout/reference')
}
