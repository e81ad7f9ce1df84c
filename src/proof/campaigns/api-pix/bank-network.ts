import { otherCustomer, testCustomer } from '#sandbox/fakes/api-pix/customers.ts'
import { openPixBank } from '#sandbox/fakes/api-pix/pix-bank.ts'
import { readTestCertificate } from '#sandbox/fakes/certificates/test-certificates.ts'
import type { Fetch } from '#contract/fetch.ts'
import { createProcessor } from '#server/processors/api-pix/api-pix.ts'
import type { Processor } from '#server/processors/processor.ts'
import type { Asking } from '../../oracle/books.ts'
import type { TestClock } from '../../testing/test-clock.ts'
import { createDice } from '../shared/dice.ts'
import type { Network } from '../simulation/network.ts'
import type { Scheduler } from '../simulation/scheduler.ts'
import { simulatedNetwork } from '../simulation/simulated-network.ts'
import type { World } from '../simulation/world.ts'
import { bankBooks, txidOf } from './bank-books.ts'
import { drawDays } from './days.ts'
import { BANK_ACCOUNT } from '../../testing/api-pix/at-bank.ts'
import { happen, WEBHOOK_URL } from './happen.ts'
import { isRefused } from './refused-webhooks.ts'
import { createTransport, HANGS } from './transport.ts'

const BANK_URL = 'https://bank.test'
const TIMEOUT_MS = 10_000
const RESOLUTION = 1_000_000
const TURNS_MORE = 20
/** The bank does not draw from the dice of its schedule. */
const OWN_DICE = 0xba2c
/** Without the payers whose refunds the simulator always refuses, since here every debt must end. */
const PAYERS = ['maria', 'succeed_immediately', 'expire_with_delay', 'fill_never', 'refund_pending']

/** Takes Pix by the adapter of API Pix, at a fake bank for this schedule alone; the simulator takes all other methods. */
export function bankNetwork(
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
  const days = drawDays(dice, allowed)
  const simulated = simulatedNetwork(world, clock)
  const customer = testCustomer()
  const lookUps: Asking['lookUps'] = []
  const refused: NonNullable<Asking['refusedWebhooks']> = []
  const bank = openPixBank({
    customers: [customer, otherCustomer()],
    clock: () => clock.now(),
    random: () => dice.below(RESOLUTION) / RESOLUTION,
    badDays: days,
    async notify(request) {
      // A copy without the bank's timeout signal, which runs on real time.
      const body = await request.text()
      const { url, method, headers } = request
      const response = await notify(new Request(url, { method, headers, body }))
      if (isRefused(response, body)) refused.push({ status: response.status, body })
      return response
    },
    async wait() {
      if (scheduler.task() === undefined) return
      for (let turns = 1 + dice.below(TURNS_MORE); turns > 0; turns--)
        await scheduler.turn('inside', 'the bank works')
    },
    hang: async () => new Response(null, { status: 504, headers: { [HANGS]: 'true' } }),
  })
  const { control } = bank
  const atBank = bank.fetchAs({ certificate: customer.certificate })

  function adapterOver(api: Fetch): Processor {
    const { cert, key } = readTestCertificate('merchant-client')
    return createProcessor(
      {
        environment: 'sandbox',
        timeoutMs: TIMEOUT_MS,
        clock: () => clock.now(),
        notificationUrl: WEBHOOK_URL,
        variables: {},
        account: BANK_ACCOUNT,
        settings: {
          baseUrl: `${BANK_URL}/api`,
          tokenUrl: `${BANK_URL}/oauth/token`,
          clientId: customer.clientId,
          clientSecret: customer.clientSecret,
          certificate: cert,
          key,
          pixKey: customer.keys[0],
        },
        random,
      },
      {
        transport: createTransport({ api, tokens: atBank }, (ms) => clock.advance(ms)),
        nowMs: () => clock.now().getTime(),
        timer: () => new Promise(() => {}),
      },
    )
  }

  return {
    ...simulated,
    async fetch(request) {
      const { origin, pathname } = new URL(request.url)
      if (origin === BANK_URL) return atBank(request)
      const paymentId = /\/payments\/(pay_\w+)\/simulate$/.exec(pathname)?.[1]
      if (paymentId !== undefined && control.cob(customer.id, txidOf(paymentId)) !== undefined) {
        const { outcome } = (await request.json()) as { outcome: string }
        happen({ control, days, customer }, paymentId, outcome)
        return Response.json({})
      }
      return world.activity.track(Promise.resolve(simulated.fetch(request)))
    },
    waitsForTurns: true,
    second: {
      name: BANK_ACCOUNT,
      method: 'pix',
      adapter(fetch) {
        const adapter = adapterOver(fetch)
        return {
          ...adapter,
          inquire(paymentId, known) {
            lookUps.push({ paymentId, atMs: clock.now().getTime() })
            return adapter.inquire(paymentId, known)
          },
        }
      },
    },
    async open() {
      days.heal()
      await adapterOver(atBank).registerWebhook?.()
      days.resume()
    },
    heal: () => days.heal(),
    payers: PAYERS,
    async work(merchantIds) {
      await simulated.work(merchantIds)
      await bank.runDue()
    },
    async left(merchantIds) {
      const left = await simulated.left(merchantIds)
      // A return that is due later, and money that the network takes back later, each cause another webhook.
      const open = control
        .pix()
        .filter(({ med, devolucoes }) => med ?? devolucoes.find(({ due }) => due)).length
      const unsent = control.notifications().filter(({ state }) => state === 'due').length
      return { ...left, unsent: left.unsent + unsent + open }
    },
    books: () => ({
      ...bankBooks(control, customer.id),
      lookUps,
      refusedWebhooks: refused,
    }),
    reports: BANK_ACCOUNT,
    met: () => {
      const returns = control.pix().flatMap(({ devolucoes }) => devolucoes)
      if (returns.some(({ id }) => PART_OF_REFUND.test(id))) days.note('a refund in parts')
      return days.met()
    },
  }
}

const PART_OF_REFUND = /^re\w{22}p\d+$/
