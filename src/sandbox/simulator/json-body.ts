import { validator } from 'hono/validator'
import type { z } from 'zod'

/** Parses the body by a schema; answers 400 to any other. */
export function json<Schema extends z.ZodType>(schema: Schema) {
  return validator('json', (body: unknown, c) => {
    const parsed = schema.safeParse(body)
    if (parsed.success) return parsed.data
    const paths = parsed.error.issues.map((issue) => issue.path.join('.'))
    return c.json({ error: 'invalid_body', paths }, 400)
  })
}
