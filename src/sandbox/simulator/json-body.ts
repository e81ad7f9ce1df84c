import { validator } from 'hono/validator'
import type { z } from 'zod'

/** Validates the JSON body against a schema; responds 400 to an invalid one. */
export function json<Schema extends z.ZodType>(schema: Schema) {
  return validator('json', (body: unknown, c) => {
    const parsed = schema.safeParse(body)
    if (parsed.success) return parsed.data
    const paths = parsed.error.issues.map((issue) => issue.path.join('.'))
    return c.json({ error: 'invalid_body', paths }, 400)
  })
}
