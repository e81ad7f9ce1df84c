import type { Hono } from 'hono'
import { z } from 'zod'
import { openControlApp } from '../shared/control-app.ts'
import { BAD_DAYS } from './bad-days.ts'
import type { Control } from './control.ts'
import { CHOICES } from './records.ts'

const Answer = z.object({
  address: z.string(),
  choice: z.enum(CHOICES),
  resultLength: z.int().min(40).max(20_000).optional(),
})
const OfPayment = z.object({ payment: z.string() })
const ReturnRefund = z.object({
  refund: z.string(),
  eventCode: z.enum(['REFUND_FAILED', 'REFUNDED_REVERSED']).optional(),
})
const Dispute = z.object({
  payment: z.string(),
  step: z.object({
    eventCode: z.string(),
    pspReference: z.string().optional(),
    value: z.int().positive().optional(),
    reason: z.string().optional(),
    additionalData: z.record(z.string(), z.string()).optional(),
  }),
})
const Webhook = z.object({
  url: z.url(),
  hmacKey: z.string().regex(/^[\dA-Fa-f]{64}$/),
  merchantAccount: z.string(),
  user: z.string().optional(),
  password: z.string().optional(),
})

/** The control over HTTP, for other processes. */
export function createControlApp(control: Control): Hono {
  const { app, post } = openControlApp(BAD_DAYS, control)

  post('/answer', Answer, ({ address, choice, resultLength }) =>
    control.answer(address, choice, resultLength),
  )
  post('/fail-capture', OfPayment, ({ payment }) => control.failCapture(payment))
  post('/expire', OfPayment, ({ payment }) => control.expire(payment))
  post('/return-refund', ReturnRefund, ({ refund, eventCode }) =>
    control.returnRefund(refund, eventCode),
  )
  post('/dispute', Dispute, ({ payment, step }) => control.dispute(payment, defined(step)))
  post('/webhook', Webhook, (webhook) => control.putWebhook(defined(webhook)))

  app.get('/payments', (c) => c.json({ result: control.payments() }))
  app.get('/modifications', (c) => c.json({ result: control.modifications() }))
  app.get('/ledger', (c) => c.json({ result: control.ledger() }))
  app.get('/sent', (c) => c.json({ result: control.sent() }))
  return app
}

type Defined<T> = { [Name in keyof T]: Exclude<T[Name], undefined> }

/** Without the members that are undefined. */
function defined<T extends object>(value: T): Defined<T> {
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(members) as Defined<T>
}
