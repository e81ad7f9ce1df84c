import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { z } from 'zod'
import { BAD_DAYS, type BadDay, type BadDayKind } from './bad-days.ts'
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
const Plan = z.object({
  kind: z.enum(Object.keys(BAD_DAYS) as [BadDayKind, ...BadDayKind[]]),
  day: z.string(),
  times: z.int().positive().optional(),
  place: z.string().optional(),
})

/** The control over HTTP with JSON, for other processes. It has no authentication, so only its operator may reach it. */
export function createControlApp(control: Control): Hono {
  const app = new Hono()
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse()
    if (error instanceof z.ZodError || error instanceof RangeError)
      return c.json({ error: error.message }, 400)
    throw error
  })

  const post = <Body>(path: string, schema: z.ZodType<Body>, run: (body: Body) => unknown) =>
    app.post(path, async (c) => {
      const result = await run(schema.parse(await c.req.json()))
      return c.json({ result: result ?? null })
    })

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
  post('/advance', z.object({ durationMs: z.int().nonnegative() }), ({ durationMs }) =>
    control.advance(durationMs),
  )
  post('/plan', Plan, ({ kind, day, times, place }) => {
    if (!isDayOf(kind, day)) throw new RangeError(`${day} is no bad day of a ${kind}`)
    control.plan(kind, day, {
      ...(times !== undefined && { times }),
      ...(place !== undefined && { place }),
    })
  })

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

function isDayOf<Kind extends BadDayKind>(kind: Kind, day: string): day is BadDay<Kind> {
  return day in BAD_DAYS[kind]
}
