import { CARD_NAMES } from '../shared/test-cards.ts'
import { ask, type Asked } from './client.ts'
import { cardBody, checkoutCall, create, merchantCall, type Shopping } from './shopping.ts'
import { request, type Stage } from './stage.ts'
import { SIMULATOR } from './world.ts'

type Action = (stage: Stage, shopping: Shopping) => Promise<unknown>

/** Weighted actions of shoppers, merchants and the processor's networks. */
const ACTIONS: readonly (readonly [weight: number, action: Action])[] = [
  [5, (stage, shopping) => pay(stage, shopping, cardBody(stage, stage.dice.pick(CARD_NAMES)))],
  [4, (stage, shopping) => pay(stage, shopping, { method: 'pix' })],
  [1, (stage, shopping) => pay(stage, shopping, { method: 'boleto' })],
  [3, pressTwice],
  [3, payInTwoTabs],
  [2, replace],
  [3, (stage, shopping) => simulateLast(stage, shopping, 'pass_challenge')],
  [1, (stage, shopping) => simulateLast(stage, shopping, 'fail_challenge')],
  [3, payLate],
  [2, (stage, shopping) => simulateLast(stage, shopping, 'pay')],
  [1, (stage, shopping) => simulateLast(stage, shopping, 'decline')],
  [2, comeBack],
  [2, (stage, shopping) => ask(stage, merchantCall(shopping, '', undefined, null))],
  [3, cancel],
  [2, (stage, shopping) => ask(stage, checkoutCall(stage, shopping, '/cancel'))],
  [6, refund],
  [2, refundTwice],
  [5, askAgain],
  [2, askAnotherWithSameKey],
  [2, replay],
]

/** One random action on a session. Without an id, it retries the session's creation. */
export async function act(stage: Stage, shopping: Shopping): Promise<unknown> {
  if (shopping.id === undefined) return create(stage, shopping)
  return stage.dice.weigh(ACTIONS)(stage, shopping)
}

/** A new payment request with its own idempotency key; kept, so that it can be retried. */
export function press(stage: Stage, shopping: Shopping, body: object): Asked {
  shopping.presses += 1
  const asked = checkoutCall(stage, shopping, '/payments', body, `press-${shopping.presses}`)
  shopping.asked.push(asked)
  return asked
}

function pay(stage: Stage, shopping: Shopping, body: object): Promise<unknown> {
  return ask(stage, press(stage, shopping, body))
}

function pressTwice(stage: Stage, shopping: Shopping): Promise<unknown> {
  const asked = press(stage, shopping, cardBody(stage, 'approved'))
  return Promise.all([ask(stage, asked), ask(stage, asked)])
}

function payInTwoTabs(stage: Stage, shopping: Shopping): Promise<unknown> {
  const body = cardBody(stage, 'approved')
  const other = stage.dice.chance(0.5) ? body : { method: 'pix' }
  return Promise.all([pay(stage, shopping, body), pay(stage, shopping, other)])
}

async function replace(stage: Stage, shopping: Shopping): Promise<unknown> {
  const replacePaymentId = (await attemptsOf(stage, shopping)).at(-1)
  const body = stage.dice.chance(0.5) ? cardBody(stage, 'approved') : { method: 'pix' }
  return pay(stage, shopping, { ...body, ...(replacePaymentId && { replacePaymentId }) })
}

export async function attemptsOf(
  { world }: Stage,
  { id }: Shopping,
  where = 'true',
): Promise<string[]> {
  const text = `select id from payments where session_id = $1 and ${where} order by id`
  const rows = await world.observe<{ id: string }>(text, [id])
  return rows.map((row) => row.id)
}

/** Simulates a decision about the last payment by the shopper, the bank or the networks. */
export async function simulateLast(
  stage: Stage,
  shopping: Shopping,
  outcome: string,
): Promise<unknown> {
  const last = (await attemptsOf(stage, shopping)).at(-1)
  return last === undefined ? undefined : simulate(stage, last, outcome)
}

/** Pays every Pix and boleto that the shopper was ever shown, whatever their state. */
export async function payLate(stage: Stage, shopping: Shopping): Promise<void> {
  for (const id of await attemptsOf(stage, shopping, "method <> 'card'")) {
    stage.witnesses.paidLate.push(id)
    await simulate(stage, id, 'pay_late')
  }
}

export async function simulate(stage: Stage, paymentId: string, outcome: string): Promise<void> {
  const { pathname } = new URL(`${SIMULATOR.baseUrl}/payments/${paymentId}/simulate`)
  await stage.scheduler.start(`network ${outcome}`, async () => {
    await stage.scheduler.turn('receiver', 'network')
    await stage.world.activity.track(
      stage.world.simulator.fetch(
        request('POST', pathname, {
          headers: {
            authorization: `Bearer ${SIMULATOR.secret}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify({ outcome }),
        }),
      ),
    )
  })
}

async function comeBack(stage: Stage, shopping: Shopping): Promise<unknown> {
  const last = (await attemptsOf(stage, shopping)).at(-1)
  return last && ask(stage, checkoutCall(stage, shopping, `/payments/${last}/action`))
}

export function cancel(stage: Stage, shopping: Shopping): Promise<unknown> {
  const asked = merchantCall(shopping, '/cancel', {}, 'cancel')
  shopping.asked.push(asked)
  return ask(stage, asked)
}

function refund(stage: Stage, shopping: Shopping): Promise<unknown> {
  return ask(stage, aRefund(stage, shopping))
}

/** The same refund request twice at once. */
export function refundTwice(stage: Stage, shopping: Shopping): Promise<unknown> {
  const asked = aRefund(stage, shopping)
  return Promise.all([ask(stage, asked), ask(stage, asked)])
}

function aRefund({ dice }: Stage, shopping: Shopping): Asked {
  return askRefund(shopping, dice.chance(0.3) ? {} : { amount: dice.pick([1, 600, 15_000]) })
}

/** A refund request; kept, so that it can be retried. */
export function askRefund(shopping: Shopping, part: { amount?: number }): Asked {
  const { id, asked } = shopping
  const body = { reason: `${id} ${asked.length}`, ...part }
  const call = merchantCall(shopping, '/refunds', body, `refund-${asked.length}`)
  asked.push(call)
  return call
}

/** Repeats a request, as a client does without a response, or out of impatience. */
function askAgain(stage: Stage, shopping: Shopping): Promise<unknown> {
  return ask(stage, stage.dice.pick([shopping.created, ...shopping.asked]))
}

async function askAnotherWithSameKey(stage: Stage, shopping: Shopping): Promise<unknown> {
  const asked = stage.dice.pick([shopping.created, ...shopping.asked])
  if (asked.merchantId === null) return undefined
  const body = { ...(JSON.parse(asked.body) as object), ...otherBody(asked.path) }
  return ask(stage, { ...asked, body: JSON.stringify(body) })
}

function otherBody(path: string): object {
  return path.endsWith('/cancel') ? { reason: 'another' } : { amount: 2 }
}

async function replay(stage: Stage, shopping: Shopping): Promise<unknown> {
  const [event] = await stage.world.observe<{ id: string }>(
    'select id from events where session_id = $1 order by id limit 1',
    [shopping.id],
  )
  if (event === undefined) return undefined
  const call = merchantCall(shopping, '', {}, `replay-${shopping.asked.length}`)
  const asked = { ...call, path: `/v1/events/${event.id}/replay` }
  shopping.asked.push(asked)
  return ask(stage, asked)
}
