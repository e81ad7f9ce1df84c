import { CARD_NAMES } from '../shared/test-cards.ts'
import { ask, type Asked } from './client.ts'
import {
  cardBody,
  checkoutCall,
  create,
  inEnvelope,
  merchantCall,
  type Purchase,
} from './purchase.ts'
import { request, type Stage } from './stage.ts'
import { SIMULATOR } from './world.ts'

type Action = (stage: Stage, purchase: Purchase) => Promise<unknown>

/** Weighted actions of shoppers, merchants and the processor's networks. */
const ACTIONS: readonly (readonly [weight: number, action: Action])[] = [
  [5, (stage, purchase) => pay(stage, purchase, cardBody(stage, stage.dice.pick(CARD_NAMES)))],
  [4, (stage, purchase) => pay(stage, purchase, { method: 'pix' })],
  [1, (stage, purchase) => pay(stage, purchase, { method: 'boleto' })],
  [3, payTwice],
  [3, payInTwoTabs],
  [2, replace],
  [3, (stage, purchase) => simulateLast(stage, purchase, 'pass_challenge')],
  [1, (stage, purchase) => simulateLast(stage, purchase, 'fail_challenge')],
  [3, payLate],
  [2, (stage, purchase) => simulateLast(stage, purchase, 'pay')],
  [1, (stage, purchase) => simulateLast(stage, purchase, 'decline')],
  [2, comeBack],
  [2, (stage, purchase) => ask(stage, merchantCall(purchase, '', undefined, null))],
  [3, cancel],
  [2, (stage, purchase) => ask(stage, checkoutCall(stage, purchase, '/cancel'))],
  [6, refund],
  [2, refundTwice],
  [5, repeatRequest],
  [2, reuseKeyWithOtherBody],
  [2, replay],
]

/** One random action on a session. Without an id, it retries the session's creation. */
export async function act(stage: Stage, purchase: Purchase): Promise<unknown> {
  if (purchase.id === undefined) return create(stage, purchase)
  return stage.dice.weigh(ACTIONS)(stage, purchase)
}

/** A new payment request with its own idempotency key; kept, so that it can be retried. */
export function paymentRequest(stage: Stage, purchase: Purchase, body: object): Asked {
  purchase.payments += 1
  const key = `press-${purchase.payments}`
  const sent = inEnvelope(stage, purchase, body, key)
  const asked = checkoutCall(stage, purchase, '/payments', sent, key)
  purchase.asked.push(asked)
  return asked
}

function pay(stage: Stage, purchase: Purchase, body: object): Promise<unknown> {
  return ask(stage, paymentRequest(stage, purchase, body))
}

function payTwice(stage: Stage, purchase: Purchase): Promise<unknown> {
  const asked = paymentRequest(stage, purchase, cardBody(stage, 'approved'))
  return Promise.all([ask(stage, asked), ask(stage, asked)])
}

function payInTwoTabs(stage: Stage, purchase: Purchase): Promise<unknown> {
  const body = cardBody(stage, 'approved')
  const other = stage.dice.chance(0.5) ? body : { method: 'pix' }
  return Promise.all([pay(stage, purchase, body), pay(stage, purchase, other)])
}

async function replace(stage: Stage, purchase: Purchase): Promise<unknown> {
  // Drawn before the await: draws during queries would come in the arbitrary order in which the queries end.
  const body = stage.dice.chance(0.5) ? cardBody(stage, 'approved') : { method: 'pix' }
  const replacePaymentId = (await paymentsOf(stage, purchase)).at(-1)
  return pay(stage, purchase, { ...body, ...(replacePaymentId && { replacePaymentId }) })
}

export async function paymentsOf(
  { world }: Stage,
  { id }: Purchase,
  where = 'true',
): Promise<string[]> {
  const text = `select id from payments where session_id = $1 and ${where} order by id`
  const rows = await world.observe<{ id: string }>(text, [id])
  return rows.map((row) => row.id)
}

/** Simulates a decision about the last payment by the shopper, the bank or the networks. */
export async function simulateLast(
  stage: Stage,
  purchase: Purchase,
  outcome: string,
): Promise<unknown> {
  const last = (await paymentsOf(stage, purchase)).at(-1)
  return last === undefined ? undefined : simulate(stage, last, outcome)
}

/** Pays every Pix and boleto that the shopper was ever shown, whatever their state. */
export async function payLate(stage: Stage, purchase: Purchase): Promise<void> {
  for (const id of await paymentsOf(stage, purchase, "method <> 'card'")) {
    stage.witnesses.paidLate.push(id)
    await simulate(stage, id, 'pay_late')
  }
}

export async function simulate(stage: Stage, paymentId: string, outcome: string): Promise<void> {
  const { pathname } = new URL(`${SIMULATOR.baseUrl}/payments/${paymentId}/simulate`)
  await stage.scheduler.start(`network ${outcome}`, async () => {
    await stage.scheduler.turn('receiver', 'network')
    const { network, world } = stage
    const simulated = Promise.resolve(
      network.fetch(
        request('POST', pathname, {
          headers: {
            authorization: `Bearer ${SIMULATOR.secret}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify({ outcome }),
        }),
      ),
    )
    await (network.waitsForTurns ? simulated : world.activity.track(simulated))
  })
}

export async function comeBack(stage: Stage, purchase: Purchase): Promise<unknown> {
  const last = (await paymentsOf(stage, purchase)).at(-1)
  if (last === undefined) return undefined
  const returned = stage.network.returnedOf?.(last)
  const body = returned === undefined ? {} : { returned }
  return ask(stage, checkoutCall(stage, purchase, `/payments/${last}/action`, body))
}

export function cancel(stage: Stage, purchase: Purchase): Promise<unknown> {
  const asked = merchantCall(purchase, '/cancel', {}, 'cancel')
  purchase.asked.push(asked)
  return ask(stage, asked)
}

function refund(stage: Stage, purchase: Purchase): Promise<unknown> {
  return ask(stage, randomRefundRequest(stage, purchase))
}

/** The same refund request twice at once. */
export function refundTwice(stage: Stage, purchase: Purchase): Promise<unknown> {
  const asked = randomRefundRequest(stage, purchase)
  return Promise.all([ask(stage, asked), ask(stage, asked)])
}

function randomRefundRequest({ dice }: Stage, purchase: Purchase): Asked {
  return refundRequest(purchase, dice.chance(0.3) ? {} : { amount: dice.pick([1, 600, 15_000]) })
}

/** A refund request; kept, so that it can be retried. */
export function refundRequest(purchase: Purchase, part: { amount?: number }): Asked {
  const { id, asked } = purchase
  const body = { reason: `${id} ${asked.length}`, ...part }
  const call = merchantCall(purchase, '/refunds', body, `refund-${asked.length}`)
  asked.push(call)
  return call
}

/** Repeats a request, as a client does without a response, or out of impatience. */
function repeatRequest(stage: Stage, purchase: Purchase): Promise<unknown> {
  return ask(stage, stage.dice.pick([purchase.created, ...purchase.asked]))
}

async function reuseKeyWithOtherBody(stage: Stage, purchase: Purchase): Promise<unknown> {
  const asked = stage.dice.pick([purchase.created, ...purchase.asked])
  if (asked.merchantId === null) return undefined
  const body = { ...(JSON.parse(asked.body) as object), ...otherBody(asked.path) }
  return ask(stage, { ...asked, body: JSON.stringify(body) })
}

function otherBody(path: string): object {
  return path.endsWith('/cancel') ? { reason: 'another' } : { amount: 2 }
}

async function replay(stage: Stage, purchase: Purchase): Promise<unknown> {
  const [event] = await stage.world.observe<{ id: string }>(
    'select id from events where session_id = $1 order by id limit 1',
    [purchase.id],
  )
  if (event === undefined) return undefined
  const call = merchantCall(purchase, '', {}, `replay-${purchase.asked.length}`)
  const asked = { ...call, path: `/v1/events/${event.id}/replay` }
  purchase.asked.push(asked)
  return ask(stage, asked)
}
