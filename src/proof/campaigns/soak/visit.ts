import { randomUUID } from 'node:crypto'
import type { OneProcess } from '../shared/one-process.ts'

/** Outcomes of visits, and the number of deliveries received. */
export interface Tally {
  visits: number
  requests: number
  /** Number of failed visits, by what happened instead of the expected response. */
  failures: Map<string, number>
}

export function createTally(): Tally {
  return { visits: 0, requests: 0, failures: new Map() }
}

/** Load shedding by a process that is too slow for the rate: not a fault. */
const TOO_MUCH = /: 503$|^TimeoutError/
const PATIENCE_MS = 60_000

/** Visits that failed for a reason other than load. */
export function faultsOf({ failures }: Tally): number {
  return [...failures].reduce((sum, [what, times]) => sum + (TOO_MUCH.test(what) ? 0 : times), 0)
}

/** One shopper with a merchant: order, page, open stream, payment, refund; then both leave. */
export async function visit(
  { product, merchant, checkoutKey, checkoutUrl }: OneProcess,
  tally: Tally,
): Promise<void> {
  const left = new AbortController()
  const signal = AbortSignal.any([left.signal, AbortSignal.timeout(PATIENCE_MS)])
  const ask = async (what: string, url: string, apiKey?: string, body?: object) => {
    tally.requests += 1
    const response = await fetch(url, {
      signal,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'content-type': 'application/json',
        ...(apiKey !== undefined && { 'x-api-key': apiKey }),
        ...(body !== undefined && { 'idempotency-key': randomUUID() }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${what}: ${response.status}`)
    return text
  }
  tally.visits += 1
  try {
    const made = await ask('create', `${product.apiUrl}/v1/sessions`, merchant.apiKey, {
      merchantId: merchant.id,
      amount: 1990,
      currency: 'BRL',
      customer: { email: 'succeed_immediately@example.com', name: 'Maria' },
    })
    const { id, url } = JSON.parse(made) as { id: string; url: string }
    const reference = url.slice(url.lastIndexOf('/') + 1)
    await ask('page', `${checkoutUrl}/c/${reference}`)
    tally.requests += 1
    const stream = await fetch(`${checkoutUrl}/api/checkout/${reference}/events`, { signal })
    const news = stream.body?.getReader()
    await news?.read()
    const payments = `${product.apiUrl}/v1/checkout/${reference}/payments`
    await ask('pay', payments, checkoutKey, { method: 'pix' })
    const session = `${product.apiUrl}/v1/sessions/${id}`
    // The stream publishes the payment; poll, since it settles at once.
    while (!(await ask('read', session, merchant.apiKey)).includes('"status":"complete"'))
      await news?.read()
    await ask('refund', `${session}/refunds`, merchant.apiKey, { amount: 990 })
  } catch (error) {
    const what = signal.aborted ? String(signal.reason) : String(error).replace(/^Error: /, '')
    tally.failures.set(what, (tally.failures.get(what) ?? 0) + 1)
  } finally {
    left.abort()
  }
}
