import type { ExchangeRow } from '../../oracle/books.ts'
import { request, type Stage } from './stage.ts'

/** What somebody asks of the API; they keep it, to ask the same again. */
export interface Asked {
  merchantId: string | null
  apiKey: string
  sessionId: string | null
  method: string
  path: string
  key: string | null
  body: string
}

/** Asks, and writes down what was asked and answered. `undefined` when no answer came. */
export async function ask(stage: Stage, asked: Asked): Promise<ExchangeRow> {
  const { merchantId, apiKey, sessionId, method, path, key, body } = asked
  const exchange: ExchangeRow = {
    merchantId,
    sessionId,
    route: `${method} ${path}`,
    key,
    sent: body,
    status: null,
    answer: null,
    atMs: stage.clock.now().getTime(),
  }
  stage.witnesses.exchanges.push(exchange)
  const headers: Record<string, string> = { 'x-api-key': apiKey }
  if (key !== null) headers['idempotency-key'] = key
  if (method === 'POST') headers['content-type'] = 'application/json'
  const init = method === 'POST' ? { headers, body } : { headers }
  const answered = await stage.scheduler.start(`${method} ${nameOf(path)}`, async () => {
    const response = await stage.fetch(request(method, path, init))
    return { status: response.status, answer: await response.text() }
  })
  Object.assign(exchange, answered)
  return exchange
}

function nameOf(path: string): string {
  return path
    .replaceAll(/\/(cs|pay|evt)_\w+/g, '/$1')
    .replace(/\/checkout\/\w+/, '/checkout/reference')
}
