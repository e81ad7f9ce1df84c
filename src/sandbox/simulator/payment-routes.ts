import { setTimeout as wait } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import type { PaymentOutcome } from '#domain/settle.ts'
import { cancelPayment } from './cancel-payment.ts'
import { capturePayment } from './capture-payment.ts'
import { createPayment } from './create-payment.ts'
import { disputePayment } from './dispute-payment.ts'
import { json } from './json-body.ts'
import { inquirePayment } from './inquire-payment.ts'
import type { PaymentEvent } from './payment-events.ts'
import { reinstatePayment, reversePayment } from './reverse-payment.ts'
import { returnRefund } from './return-refund.ts'
import { settlePayment, silencePayment, type SettleResult } from './settle-payment.ts'
import type { Simulator } from './simulator.ts'
import { listMovements } from './movements.ts'
import {
  CaptureRequest,
  MovementsQuery,
  PaymentRequest,
  SimulateRequest,
} from './simulator-messages.ts'
import { outcomeOf } from './stored-payment.ts'

const SILENCE_MS_MAX = 60_000

/** The payment routes of the simulator's API. */
export function paymentRoutes(simulator: Simulator): Hono {
  const routes = new Hono()

  routes.post('/payments', json(PaymentRequest), async (c) => {
    const created = await createPayment(simulator, c.req.valid('json'))
    if (created.result === 'conflict') return c.json({ error: 'id_used_for_another_payment' }, 409)
    if (created.result === 'refused') return c.json({ error: created.reason }, 422)
    return created.isSilent ? loseAnswer(c) : respond(c, created.outcome)
  })

  routes.get('/payments/:id{pay_[0-9A-Za-z]+}', async (c) => {
    const inquiry = await inquirePayment(simulator.pool, c.req.param('id'))
    return inquiry.status === 'not_found' ? c.json(inquiry, 404) : respond(c, inquiry)
  })

  routes.post('/payments/:id{pay_[0-9A-Za-z]+}/cancel', async (c) => {
    const { outcome, isSilent } = await cancelPayment(simulator, c.req.param('id'))
    return isSilent ? loseAnswer(c) : respond(c, outcome)
  })

  routes.post('/payments/:id{pay_[0-9A-Za-z]+}/capture', json(CaptureRequest), async (c) => {
    const asked = c.req.valid('json')
    const { answer, isSilent } = await capturePayment(simulator, c.req.param('id'), asked)
    return isSilent ? loseAnswer(c) : c.json(answer)
  })

  routes.post('/payments/:id{pay_[0-9A-Za-z]+}/simulate', json(SimulateRequest), async (c) => {
    const settled = await happen(simulator, c.req.param('id'), c.req.valid('json'))
    if (settled.result === 'not_found') return c.json({ status: 'not_found' }, 404)
    return c.json(outcomeOf(settled.payment), settled.result === 'not_possible' ? 409 : 200)
  })

  routes.get('/movements', async (c) => {
    const asked = MovementsQuery.safeParse(c.req.query())
    if (!asked.success) return c.json({ error: 'invalid_query' }, 400)
    const { since, cursor } = asked.data
    return c.json(await listMovements(simulator.pool, { since: new Date(since), cursor }))
  })

  return routes
}

function happen(
  simulator: Simulator,
  paymentId: string,
  { outcome: type, declineCode, amountMinor, refundId = '', ...dispute }: SimulateRequest,
): Promise<SettleResult> {
  if (type === 'dispute') {
    const part = amountMinor === undefined ? {} : { amountMinor }
    return disputePayment(simulator, paymentId, { type, ...part, ...dispute })
  }
  if (type === 'dispute_answered' || type === 'dispute_won' || type === 'dispute_lost')
    return disputePayment(simulator, paymentId, { type })
  if (type === 'reverse') return reversePayment(simulator, paymentId, { amountMinor })
  if (type === 'reinstate') return reinstatePayment(simulator, paymentId, amountMinor)
  if (type === 'refund_reversed') return returnRefund(simulator, paymentId, refundId)
  if (type === 'time_out') return silencePayment(simulator, paymentId)
  if (type === 'capture_failed') return reversePayment(simulator, paymentId, { kind: type })
  if (type === 'authorization_expired')
    return settlePayment(simulator, paymentId, { type: 'end_hold' })
  const event: PaymentEvent = type === 'decline' ? { type, declineCode } : { type }
  return settlePayment(simulator, paymentId, event)
}

const ANSWER_LOST = { error: 'answer_lost' }

/** Responds with a payment's outcome; a silent payment gets a 504. */
function respond(c: Context, outcome: PaymentOutcome): Response {
  return outcome.status === 'unknown' ? c.json(ANSWER_LOST, 504) : c.json(outcome)
}

/** Holds the request open until the caller disconnects. */
async function loseAnswer(c: Context): Promise<Response> {
  const { signal } = c.req.raw
  await wait(SILENCE_MS_MAX, undefined, { signal, ref: false }).catch(() => undefined)
  return c.json(ANSWER_LOST, 504)
}
