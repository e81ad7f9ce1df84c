import { Hono } from 'hono'
import { createRefund } from './create-refund.ts'
import { json } from './json-body.ts'
import { findRefund } from './refund-rows.ts'
import type { Simulator } from './simulator.ts'
import { RefundRequest } from './simulator-messages.ts'

/** The refund routes of the simulator's API. */
export function refundRoutes(simulator: Simulator): Hono {
  const routes = new Hono()

  routes.post('/refunds', json(RefundRequest), async (c) => {
    const created = await createRefund(simulator, c.req.valid('json'))
    if (created.result === 'conflict') return c.json({ error: 'id_used_for_another_refund' }, 409)
    return c.json({ status: created.status })
  })

  routes.get('/refunds/:id{re_[0-9A-Za-z]+}', async (c) => {
    const refund = await findRefund(simulator.pool, c.req.param('id'))
    return refund === undefined
      ? c.json({ status: 'not_found' }, 404)
      : c.json({ status: refund.status })
  })

  return routes
}
