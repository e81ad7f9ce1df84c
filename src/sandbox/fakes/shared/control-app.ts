import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { z } from 'zod'
import type { BadDaysOf, Catalogue, DayOf } from './bad-days.ts'

const Advance = z.object({ durationMs: z.int().nonnegative() })

/** What every fake's control can do. */
interface SharedControl<C extends Catalogue> {
  plan: BadDaysOf<C>['plan']
  advance: (durationMs: number) => Promise<void>
}

/** Adds an operation of a control. */
type Post = <Body>(path: string, schema: z.ZodType<Body>, run: (body: Body) => unknown) => void

/**
 * Opens the control of a fake over HTTP with JSON, for other processes: time and bad days; `post` adds to it. It has no
 * authentication, so only its operator may reach it.
 */
export function openControlApp<C extends Catalogue>(
  catalogue: C,
  control: SharedControl<C>,
): { app: Hono; post: Post } {
  const app = new Hono()
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse()
    if (error instanceof z.ZodError || error instanceof RangeError)
      return c.json({ error: error.message }, 400)
    throw error
  })
  const post: Post = (path, schema, run) => {
    app.post(path, async (c) => {
      const result = await run(schema.parse(await c.req.json()))
      return c.json({ result: result ?? null })
    })
  }

  const Plan = z.object({
    kind: z.enum(Object.keys(catalogue)),
    day: z.string(),
    times: z.int().positive().optional(),
    place: z.string().optional(),
  })
  post('/advance', Advance, ({ durationMs }) => control.advance(durationMs))
  post('/plan', Plan, ({ kind, day, times, place }) => {
    if (!isDayOf(catalogue, kind, day)) throw new RangeError(`${day} is no bad day of a ${kind}`)
    control.plan(kind, day, {
      ...(times !== undefined && { times }),
      ...(place !== undefined && { place }),
    })
  })
  return { app, post }
}

function isDayOf<C extends Catalogue>(
  catalogue: C,
  kind: string,
  day: string,
): day is DayOf<C, keyof C & string> {
  return Object.hasOwn(catalogue[kind] ?? {}, day)
}
