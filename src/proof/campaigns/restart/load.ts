import { setTimeout as sleep } from 'node:timers/promises'
import type { Dice } from '../shared/dice.ts'
import { shop, type Shop } from '../crash/shop.ts'

/** About so many requests are one shopper with their merchant. */
const REQUESTS_A_SHOPPER = 5
const LOOK_WAIT_SECONDS = 20
const LOOK_PAUSE_MS = 200
const PATIENCE_MS = 60_000

export interface Load {
  /** Requests that read. */
  looks(): number
  failures(): Failure[]
  /** Lets nobody come any more, and waits until all have gone. */
  end(): Promise<void>
}

export interface Failure {
  atMs: number
  what: string
}

/**
 * Shoppers who come at a constant rate, and a merchant who reads. Where as many calls are under way as there are to be in a second,
 * the next one stays away: whether the machine is fast enough is not what is tried.
 */
export function startLoad(stage: Shop, dice: Dice, rps: number): Load {
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

  /** Waits for news again and again, as tests of merchants do. */
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
        begin(shop(shopping, dice, `order-${number}`))
        begin(look('/v1/sessions?limit=3'))
      }
      nextMs += pauseMs
      await sleep(Math.max(0, nextMs - performance.now()))
    }
  }

  const shopping: Shop = {
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
