import type { z } from 'zod'
import type { FieldError } from '../../contract/problem.ts'
import { refuse, type Refusal } from '../handler.ts'

const PATH_LENGTH_MAX = 200

type Parsed<T> = { outcome: 'parsed'; value: T } | Refusal

/** Parses what was sent; a refusal names every problem at once, each with its path. */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  what: string,
): Parsed<z.output<Schema>> {
  const result = schema.safeParse(value)
  if (result.success) return { outcome: 'parsed', value: result.data }
  return refuse('validation_failed', `The ${what} is not valid. See errors.`, {
    errors: result.error.issues.flatMap(fieldErrors),
  })
}

function fieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      path: pathOf([...issue.path, key]),
      code: 'unknown_field',
      message: 'is not a field of this call',
    }))
  const isMissing = issue.code === 'invalid_type' && issue.input === undefined
  return [
    {
      path: pathOf(issue.path),
      code: isMissing || issue.message.endsWith('received undefined') ? 'required' : issue.code,
      message: issue.message,
    },
  ]
}

function pathOf(path: readonly PropertyKey[]): string {
  return path.map(String).join('.').slice(0, PATH_LENGTH_MAX)
}
