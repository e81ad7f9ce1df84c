import { setTimeout as wait } from 'node:timers/promises'
import { Hono } from 'hono'
import { cancelPayment } from './cancel-payment.ts'
import { createPayment } from './create-payment.ts'
import { json } from './json-body.ts'
import { inquirePayment } from './inquire-payment.ts'
import type { PaymentEvent } from './payment-events.ts'
import { settlePayment } from './settle-payment.ts'
import type { Simulator } from './simulator.ts'
import { PaymentRequest, SimulateRequest } from './simulator-messages.ts'
import { outcomeOf } from './stored-payment.ts'

const SILENCE_MS_MAX = 60_000

/** The calls about payments of the simulator's own API. */
export function paymentRoutes(simulator: Simulator): Hono {
  const routes = new Hono()

  routes.post('/payments', json(PaymentRequest), async (c) => {
    const created = await createPayment(simulator, c.req.valid('json'))
    if (created.result === 'conflict') return c.json({ error: 'id_used_for_another_payment' }, 409)
    if (created.isSilent) {
      await silence(c.req.raw.signal)
      return c.json({ error: 'answer_lost' }, 504)
    }
    return c.json(created.outcome)
  })

  routes.get('/payments/:id{pay_[0-9A-Za-z]+}', async (c) => {
    const inquiry = await inquirePayment(simulator.pool, c.req.param('id'))
    return c.json(inquiry, inquiry.status === 'not_found' ? 404 : 200)
  })

  routes.post('/payments/:id{pay_[0-9A-Za-z]+}/cancel', async (c) =>
    c.json(await cancelPayment(simulator, c.req.param('id'))),
  )

  routes.post('/payments/:id{pay_[0-9A-Za-z]+}/simulate', json(SimulateRequest), async (c) => {
    const { outcome: type, declineCode } = c.req.valid('json')
    const event: PaymentEvent = type === 'decline' ? { type, declineCode } : { type }
    const settled = await settlePayment(simulator, c.req.param('id'), event)
    if (settled.result === 'not_found') return c.json({ status: 'not_found' }, 404)
    return c.json(outcomeOf(settled.payment), settled.result === 'not_possible' ? 409 : 200)
  })

  return routes
}

/** Waits until the caller has gone. */
async function silence(signal: AbortSignal): Promise<void> {
  await wait(SILENCE_MS_MAX, undefined, { signal, ref: false }).catch(() => undefined)
}
