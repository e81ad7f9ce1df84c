import { randomUUID } from 'node:crypto'
import type { OneProcess } from '../shared/one-process.ts'

/** How visits have ended, and how many notifications came. */
export interface Tally {
  visits: number
  requests: number
  /** By what came instead of what was expected. */
  failures: Map<string, number>
}

export function createTally(): Tally {
  return { visits: 0, requests: 0, failures: new Map() }
}

/** What a process that is too slow for the rate answers, and no fault. */
const TOO_MUCH = /: 503$|^TimeoutError/
const PATIENCE_MS = 60_000

/** How many visits ended in a way that no load explains. */
export function faultsOf({ failures }: Tally): number {
  return [...failures].reduce((sum, [what, times]) => sum + (TOO_MUCH.test(what) ? 0 : times), 0)
}

/** A shopper and their merchant: order, page, its open stream, payment, refund; then everybody leaves. */
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
    // The stream tells when the money has come; it comes at once.
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
