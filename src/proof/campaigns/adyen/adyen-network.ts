import { createAdyenFake } from '#sandbox/fakes/adyen/adyen-fake.ts'
import { otherMerchant, TEST_HMAC_KEY, testMerchant } from '#sandbox/fakes/adyen/merchants.ts'
import { variantBy } from '#sandbox/fakes/adyen/variant.ts'
import { createAdyen } from '#server/processors/adyen/adyen.ts'
import { createDice } from '../shared/dice.ts'
import type { Asking } from '../../oracle/books.ts'
import {
  ADYEN_ACCOUNT,
  ADYEN_URL,
  settingsAtAdyen,
  SHOPPER_URL,
} from '../../testing/adyen/at-adyen.ts'
import type { TestClock } from '../../testing/test-clock.ts'
import { isRefused } from '../api-pix/refused-webhooks.ts'
import { createTransport, HANGS } from '../api-pix/transport.ts'
import type { Network } from '../simulation/network.ts'
import type { Scheduler } from '../simulation/scheduler.ts'
import { simulatedNetwork } from '../simulation/simulated-network.ts'
import type { World } from '../simulation/world.ts'
import { adyenBooks } from './adyen-books.ts'
import { drawAdyenDays, TOLD } from './days.ts'
import { happen, type Outside } from './happen.ts'
import { sealAdyenCard } from './seal-card.ts'
import { tellLies } from './strangers.ts'

const WEBHOOK_URL = `https://api.test/processor/notifications/${ADYEN_ACCOUNT}`
const TIMEOUT_MS = 10_000
const RESOLUTION = 1_000_000
const TURNS_MORE = 20
/** Adyen does not draw from the dice of its schedule. */
const OWN_DICE = 0xad1e
const DICE_OF_STRANGERS = 0x1d1e
/** As at a bank of API Pix. */
const PAYERS = ['maria', 'succeed_immediately', 'expire_with_delay', 'fill_never', 'refund_pending']
const OF_PAYMENT = /\/payments\/(pay_\w+)\/simulate$/

/** Takes cards by the adapter of Adyen, at a fake for this schedule alone; the simulator takes all other methods. */
export function adyenNetwork(
  world: World,
  {
    seed,
    allowed,
    clock,
    scheduler,
    random,
    notify,
  }: {
    seed: number
    allowed: readonly string[]
    clock: TestClock
    scheduler: Scheduler
    random: (length: number) => Uint8Array
    notify: (request: Request) => Promise<Response>
  },
): Network {
  const dice = createDice(seed ^ OWN_DICE)
  const days = drawAdyenDays(dice, allowed)
  const simulated = simulatedNetwork(world, clock)
  const merchant = testMerchant()
  const refused: NonNullable<Asking['refusedWebhooks']> = []
  const variant = { ...variantBy((count) => dice.below(count)), ...TOLD }
  const fake = createAdyenFake({
    merchants: [merchant, otherMerchant()],
    clock: () => clock.now(),
    random: () => dice.below(RESOLUTION) / RESOLUTION,
    badDays: days,
    variant,
    shopperUrl: SHOPPER_URL,
    async notify(request) {
      // A copy without the fake's timeout signal, which runs on real time.
      const body = await request.text()
      const { url, method, headers } = request
      // The process that receives it may die, and Adyen goes on.
      const response =
        (await scheduler.start('the processor works', () =>
          notify(new Request(url, { method, headers, body })),
        )) ?? new Response(null, { status: 502 })
      if (isRefused(response, body)) refused.push({ status: response.status, body })
      return response
    },
    async wait() {
      if (scheduler.task() === undefined) return
      for (let turns = 1 + dice.below(TURNS_MORE); turns > 0; turns--)
        await scheduler.turn('inside', 'Adyen works')
    },
    hang: async () => new Response(null, { status: 504, headers: { [HANGS]: 'true' } }),
  })
  const { control } = fake
  const { account: merchantAccount } = merchant
  control.putWebhook({ url: WEBHOOK_URL, hmacKey: TEST_HMAC_KEY, merchantAccount })
  const strangers = {
    dice: createDice(seed ^ DICE_OF_STRANGERS),
    days,
    variant,
    now: () => clock.now(),
    send: (body: string) =>
      scheduler.start('a stranger', () =>
        notify(
          new Request(WEBHOOK_URL, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body,
          }),
        ),
      ),
  }
  const outside: Outside = {
    fake,
    days,
    disputes: new Map(),
    returned: new Map(),
    lie: (payment) => tellLies(strangers, payment),
  }

  return {
    ...simulated,
    async fetch(request) {
      const { origin, pathname } = new URL(request.url)
      if (origin === ADYEN_URL) return fake.fetch(request)
      const payment = control.payment(OF_PAYMENT.exec(pathname)?.[1] ?? '')
      if (payment !== undefined) {
        const { outcome } = (await request.json()) as { outcome: string }
        await happen(outside, payment, outcome)
        return Response.json({})
      }
      return world.activity.track(Promise.resolve(simulated.fetch(request)))
    },
    waitsForTurns: true,
    second: {
      name: ADYEN_ACCOUNT,
      method: 'card',
      adapter: (fetch) =>
        createAdyen(
          {
            environment: 'sandbox',
            timeoutMs: TIMEOUT_MS,
            clock: () => clock.now(),
            notificationUrl: WEBHOOK_URL,
            variables: {},
            account: ADYEN_ACCOUNT,
            settings: settingsAtAdyen(),
            random,
          },
          {
            transport: createTransport({ api: fetch, tokens: fetch }, (ms) => clock.advance(ms)),
            nowMs: () => clock.now().getTime(),
            timer: async () => undefined,
          },
        ),
    },
    returnedOf: (paymentId) => outside.returned.get(paymentId),
    sealCard: (card) => sealAdyenCard(card, clock.now()),
    heal: () => days.heal(),
    payers: PAYERS,
    async work(merchantIds) {
      await simulated.work(merchantIds)
      await fake.runDue()
    },
    async left(merchantIds) {
      const left = await simulated.left(merchantIds)
      return { ...left, unsent: left.unsent + control.left() }
    },
    books: () => ({ ...adyenBooks(control, variant), lookUps: [], refusedWebhooks: refused }),
    met: () => days.met(),
  }
}
