import type { z } from 'zod'
import { parseFields } from '#contract/field-errors.ts'
import { refuse, type Refused } from '../../service/outcome.ts'

type Parsed<T> = { outcome: 'parsed'; value: T } | Refused

/** Parses what was sent; a refusal names every problem at once, each with its path. */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  what: string,
): Parsed<z.output<Schema>> {
  const result = parseFields(schema, value)
  if (result.ok) return { outcome: 'parsed', value: result.value }
  return refuse('validation_failed', `The ${what} is not valid. See errors.`, {
    fields: result.errors,
  })
}
