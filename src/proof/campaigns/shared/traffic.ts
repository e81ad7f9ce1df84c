import { setTimeout as sleep } from 'node:timers/promises'
import type { PurchaseStage } from '../crash/retry-until-answered.ts'

/** Requests of a shopper and their merchant, about. */
const REQUESTS_A_SHOPPER = 5
const LONG_POLL_PAUSE_MS = 200
const PATIENCE_MS = 60_000

/** A request that had no answer, or another than it should have. */
export interface Failure {
  atMs: number
  what: string
}

export interface Traffic {
  /** Number of the merchant's reads. */
  looks(): number
  /** Starts no more shoppers, and waits until all have finished. */
  end(): Promise<void>
}

/**
 * Shoppers at a constant rate, whose merchant reads meanwhile. Beyond a second's worth of calls under way the next shopper stays
 * away: the machine's speed is not under test.
 */
export function startTraffic(
  stage: PurchaseStage,
  {
    rps,
    shop,
    pathToRead,
    longPoll,
    onFailure,
  }: {
    rps: number
    /** A purchase from the order to its end. */
    shop: (stage: PurchaseStage, name: string) => Promise<void>
    /** What the merchant reads beside a purchase. */
    pathToRead: () => string
    /** What the merchant waits at, again and again. */
    longPoll?: string
    onFailure: (failure: Failure) => void
  },
): Traffic {
  const ended = new AbortController()
  const under = new Set<Promise<unknown>>()
  let looks = 0
  const patient: PurchaseStage = {
    ...stage,
    patienceMs: PATIENCE_MS,
    onFailure: ({ atMs, route, status }, why) =>
      onFailure({ atMs, what: `${nameOf(route)}: ${status ?? why}` }),
  }

  function begin(work: Promise<unknown>): void {
    under.add(work)
    void work.finally(() => under.delete(work))
  }

  async function look(path: string): Promise<void> {
    looks += 1
    const atMs = Date.now()
    const url = `${stage.processes[0]?.apiUrl}${path}`
    const status = await fetch(url, { headers: { 'x-api-key': stage.merchant.apiKey } }).then(
      async (response) => {
        await response.text()
        return String(response.status)
      },
      (error: unknown) => String(error instanceof Error ? (error.cause ?? error) : error),
    )
    if (status !== '200') onFailure({ atMs, what: `GET ${path}: ${status}` })
  }

  async function wait(path: string): Promise<void> {
    while (!ended.signal.aborted) {
      await look(path)
      await sleep(LONG_POLL_PAUSE_MS)
    }
  }

  async function come(): Promise<void> {
    const pauseMs = (1000 * REQUESTS_A_SHOPPER) / rps
    let nextMs = performance.now()
    for (let number = 0; !ended.signal.aborted; number++) {
      if (under.size <= rps) {
        begin(shop(patient, `order-${number}`))
        begin(look(pathToRead()))
      }
      nextMs += pauseMs
      await sleep(Math.max(0, nextMs - performance.now()))
    }
  }

  const coming = come()
  if (longPoll !== undefined) begin(wait(longPoll))
  return {
    looks: () => looks,
    async end() {
      ended.abort()
      await coming
      await Promise.all(under)
    },
  }
}

/** A route without its ids. */
function nameOf(route: string): string {
  return route.replace(/\/(cs_|cr_)?[A-Za-z0-9_-]{20,}/g, '/…')
}
