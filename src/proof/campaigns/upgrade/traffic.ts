import { setTimeout as sleep } from 'node:timers/promises'
import type { Dice } from '../shared/dice.ts'
import type { PurchaseStage } from '../crash/retry-until-answered.ts'
import { shopOnce } from './shopper.ts'

/** Requests of a shopper and their merchant, about. */
const REQUESTS_A_SHOPPER = 5
const PATIENCE_MS = 60_000
const LOOKS = ['/v1/sessions?limit=3', '/v1/events?limit=3'] as const

export interface Failure {
  phase: string
  what: string
}

export interface Traffic {
  looks(): number
  failures(): readonly Failure[]
  end(): Promise<void>
}

/** Shoppers at a constant rate, whose merchant reads meanwhile. */
export function startTraffic(
  stage: PurchaseStage,
  dice: Dice,
  { rps, phase }: { rps: number; phase: () => string },
): Traffic {
  const ended = new AbortController()
  const under = new Set<Promise<unknown>>()
  const failures: Failure[] = []
  let looks = 0
  const fail = (what: string) => failures.push({ phase: phase(), what })
  const patient: PurchaseStage = {
    ...stage,
    patienceMs: PATIENCE_MS,
    onFailure: ({ route, status }, why) => fail(`${nameOf(route)}: ${status ?? why}`),
  }

  function begin(work: Promise<unknown>): void {
    under.add(work)
    void work.finally(() => under.delete(work))
  }

  async function look(path: string): Promise<void> {
    looks += 1
    const url = `${stage.processes[0]?.apiUrl}${path}`
    const status = await fetch(url, { headers: { 'x-api-key': stage.merchant.apiKey } }).then(
      async (response) => {
        await response.text()
        return String(response.status)
      },
      (error: unknown) => String(error instanceof Error ? (error.cause ?? error) : error),
    )
    if (status !== '200') fail(`GET ${path}: ${status}`)
  }

  async function come(): Promise<void> {
    const pauseMs = (1000 * REQUESTS_A_SHOPPER) / rps
    let nextMs = performance.now()
    for (let number = 0; !ended.signal.aborted; number++) {
      // The machine's speed is not under test: beyond a second's worth of calls, shoppers stay away.
      if (under.size <= rps) {
        begin(shopOnce(patient, dice, `order-${number}`))
        begin(look(dice.pick(LOOKS)))
      }
      nextMs += pauseMs
      await sleep(Math.max(0, nextMs - performance.now()))
    }
  }

  const coming = come()
  return {
    looks: () => looks,
    failures: () => failures,
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
