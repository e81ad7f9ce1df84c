import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { z } from 'zod'
import { BAD_DAYS, type BadDay, type BadDayKind } from './bad-days.ts'
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
const Advance = z.object({ durationMs: z.int().nonnegative() })
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
  post('/advance', Advance, ({ durationMs }) => control.advance(durationMs))
  post('/plan', Plan, ({ kind, day, times, place }) => {
    if (!isDayOf(kind, day)) throw new RangeError(`${day} is no bad day of a ${kind}`)
    control.plan(kind, day, {
      ...(times !== undefined && { times }),
      ...(place !== undefined && { place }),
    })
  })
  post('/revoke-tokens', z.object({}), () => control.revokeTokens())

  app.get('/ledger', (c) => c.json({ result: control.ledger() }))
  app.get('/pix', (c) => c.json({ result: control.pix() }))
  app.get('/notifications', (c) => c.json({ result: control.notifications() }))
  return app
}

function isDayOf<Kind extends BadDayKind>(kind: Kind, day: string): day is BadDay<Kind> {
  return day in BAD_DAYS[kind]
}
