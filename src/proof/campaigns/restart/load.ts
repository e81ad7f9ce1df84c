import { setTimeout as sleep } from 'node:timers/promises'
import type { Dice } from '../shared/dice.ts'
import { makePurchase } from '../crash/purchase.ts'
import type { PurchaseStage } from '../crash/retry-until-answered.ts'

/** Requests per shopper and merchant, about. */
const REQUESTS_A_SHOPPER = 5
const LOOK_WAIT_SECONDS = 20
const LOOK_PAUSE_MS = 200
const PATIENCE_MS = 60_000

export interface Load {
  /** Number of reads. */
  looks(): number
  failures(): Failure[]
  /** Starts no more shoppers, and waits until all have finished. */
  end(): Promise<void>
}

export interface Failure {
  atMs: number
  what: string
}

/**
 * Shoppers at a constant rate, and a merchant who reads. Beyond a second's worth of calls under way the next shopper is
 * dropped: the machine's speed is not under test.
 */
export function startLoad(stage: PurchaseStage, dice: Dice, rps: number): Load {
  const ended = new AbortController()
  const under = new Set<Promise<unknown>>()
  const failures: Failure[] = []
  let looks = 0

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
      (error: unknown) => String(error),
    )
    if (status !== '200') failures.push({ atMs, what: `GET ${path}: ${status}` })
  }

  /** Long-polls for events, as merchants' tests do. */
  async function wait(): Promise<void> {
    while (!ended.signal.aborted) {
      await look(`/v1/sandbox/notifications?waitSeconds=${LOOK_WAIT_SECONDS}`)
      await sleep(LOOK_PAUSE_MS)
    }
  }

  async function come(): Promise<void> {
    const pauseMs = (1000 * REQUESTS_A_SHOPPER) / rps
    let nextMs = performance.now()
    for (let number = 0; !ended.signal.aborted; number++) {
      if (under.size <= rps) {
        begin(makePurchase(withPatience, dice, `order-${number}`))
        begin(look('/v1/sessions?limit=3'))
      }
      nextMs += pauseMs
      await sleep(Math.max(0, nextMs - performance.now()))
    }
  }

  const withPatience: PurchaseStage = {
    ...stage,
    patienceMs: PATIENCE_MS,
    onFailure: ({ atMs, route, status }, why) =>
      failures.push({ atMs, what: `${route}: ${status ?? why}` }),
  }
  const coming = come()
  begin(wait())
  return {
    looks: () => looks,
    failures: () => [...failures],
    async end() {
      ended.abort()
      await coming
      await Promise.all(under)
    },
  }
}
