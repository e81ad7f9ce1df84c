import { writeFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAdaptorServer, type HttpBindings, type Http2Bindings } from '@hono/node-server'
import { createAdyenFake } from '#sandbox/fakes/adyen/adyen-fake.ts'
import { otherMerchant, TEST_HMAC_KEY, testMerchant } from '#sandbox/fakes/adyen/merchants.ts'
import { variantBy } from '#sandbox/fakes/adyen/variant.ts'
import { closeServers, cutWhenLost, listen, runRepeatedly } from '#sandbox/fakes/shared/serve.ts'
import type { Asking } from '../../oracle/books.ts'
import { accountsAtAdyen, ADYEN_ACCOUNT, SHOPPER_URL } from '../../testing/adyen/at-adyen.ts'
import { makeScratchDirectory } from '../../testing/scratch-directory.ts'
import { isRefused } from '../api-pix/refused-webhooks.ts'
import type { RunningBank } from '../scripted/open-bank.ts'
import { createDice } from '../shared/dice.ts'
import { adyenBooks } from './adyen-books.ts'
import { adyenDaysNamed, drawAdyenDays, HOURS_PASSED, TOLD } from './days.ts'

const WEBHOOK_URL = `https://api.test/processor/notifications/${ADYEN_ACCOUNT}`
const HOUR_MS = 3_600_000
/** More than elsewhere: schedules with real processes are few. */
const DAYS_MAX = 16
const RESOLUTION = 1_000_000
const OWN_DICE = 0xad1e
const TIMEOUT_MS = 5000

/** Bad days on which each call is answered in the end. */
const ANSWERED = ['call: unknown fields', 'authorisation: sale', 'authorisation: webhook first']

/** Starts a fake Adyen for processes that are not killed. */
export function startAdyen(seed: number, only: string): Promise<RunningBank> {
  return startBadAdyen(
    seed,
    adyenDaysNamed(only).filter((day) => ANSWERED.includes(day)),
  )
}

/** Starts a fake Adyen in this process, by HTTP, for processes that may be killed. */
export async function startBadAdyen(
  firstSeed: number,
  allowed: readonly string[],
): Promise<RunningBank> {
  const dice = createDice(firstSeed)
  const drawOf = (seed: number) => drawAdyenDays(createDice(seed ^ OWN_DICE), allowed, DAYS_MAX)
  let days = drawOf(firstSeed)
  const refused: NonNullable<Asking['refusedWebhooks']> = []
  let origins: readonly string[] = []
  let turn = 0

  /** Sends a webhook to one process, in turn, and to the next where that one cannot be reached, as a load balancer does. */
  async function notify(request: Request): Promise<Response> {
    const body = await request.text()
    const { pathname } = new URL(request.url)
    turn += 1
    for (let tries = 0; tries < origins.length; tries++) {
      const origin = origins[(turn + tries) % origins.length]
      const response = await fetch(`${origin}${pathname}`, {
        method: 'POST',
        headers: request.headers,
        body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch(() => undefined)
      if (response === undefined) continue
      if (isRefused(response, body)) refused.push({ status: response.status, body })
      return response
    }
    return new Response(null, { status: 503 })
  }

  const { account: merchantAccount } = testMerchant()
  const variant = { ...variantBy((count) => dice.below(count)), ...TOLD }
  const fake = createAdyenFake({
    merchants: [testMerchant(), otherMerchant()],
    clock: () => new Date(),
    random: () => dice.below(RESOLUTION) / RESOLUTION,
    badDays: {
      draw: (kind, place) => days.draw(kind, place),
      plan: (kind, day, where) => days.plan(kind, day, where),
    },
    variant,
    shopperUrl: SHOPPER_URL,
    notify,
    wait: (durationMs) => sleep(durationMs),
    hang: () => new Promise<never>(() => {}),
  })
  const { control } = fake
  control.putWebhook({ url: WEBHOOK_URL, hmacKey: TEST_HMAC_KEY, merchantAccount })
  const api = createAdaptorServer({
    fetch: (request: Request, { outgoing }: HttpBindings | Http2Bindings) =>
      cutWhenLost(fake.fetch, () => outgoing.destroy())(request),
  })
  const port = await listen(api)
  const working = new AbortController()
  const work = runRepeatedly(() => fake.runDue(), working.signal)
  const accounts = await writeAccounts(`http://127.0.0.1:${port}`)
  return {
    variables: { PROCESSORS: accounts.path },
    books: () => ({ ...adyenBooks(control, variant), lookUps: [], refusedWebhooks: refused }),
    left: () => ({ undue: 0, unsent: control.left(), undecided: [] }),
    notifyAt(processes) {
      origins = processes.map(({ apiUrl }) => apiUrl)
    },
    passDays: () => control.advance(HOURS_PASSED * HOUR_MS),
    days: {
      begin(seed) {
        days = drawOf(seed)
      },
      heal: () => days.heal(),
      met: () => days.met(),
    },
    now: () => control.now(),
    async close() {
      working.abort()
      closeServers([api])
      await work
      await accounts.remove()
    },
  }
}

async function writeAccounts(origin: string) {
  const directory = await makeScratchDirectory()
  const path = join(directory, 'accounts.json')
  await writeFile(path, JSON.stringify(accountsAtAdyen(origin)))
  return { path, remove: () => rm(directory, { recursive: true, force: true }) }
}
