import type { Hono } from 'hono'
import { z } from 'zod'
import { openControlApp } from '../shared/control-app.ts'
import { BAD_DAYS } from './bad-days.ts'
import type { Control } from './control.ts'

const Amount = z.int().positive()
const Order = z.object({
  code: z.string(),
  amountMinor: Amount.optional(),
  isTooLate: z.boolean().optional(),
})
const EndRefund = z.object({
  endToEndId: z.string(),
  id: z.string(),
  end: z.enum(['DEVOLVIDO', 'NAO_REALIZADO']),
})
const TakeBack = z.object({
  endToEndId: z.string(),
  amountMinor: Amount.optional(),
  natureza: z.enum(['MED_FRAUDE', 'MED_OPERACIONAL']).optional(),
})

/** The control over HTTP, for other processes. */
export function createControlApp(control: Control): Hono {
  const { app, post } = openControlApp(BAD_DAYS, control)

  post('/pay', Order, ({ code, amountMinor, isTooLate }) =>
    control.pay(code, {
      ...(amountMinor !== undefined && { amountMinor }),
      ...(isTooLate !== undefined && { isTooLate }),
    }),
  )
  post('/end-refund', EndRefund, ({ endToEndId, id, end }) =>
    control.endRefund(endToEndId, id, end),
  )
  post('/take-back', TakeBack, ({ endToEndId, amountMinor, natureza }) =>
    control.takeBack(endToEndId, {
      ...(amountMinor !== undefined && { amountMinor }),
      ...(natureza !== undefined && { natureza }),
    }),
  )
  post('/revoke-tokens', z.object({}), () => control.revokeTokens())

  app.get('/ledger', (c) => c.json({ result: control.ledger() }))
  app.get('/pix', (c) => c.json({ result: control.pix() }))
  app.get('/notifications', (c) => c.json({ result: control.notifications() }))
  return app
}
