import type { z } from 'zod'
import { issueMessage } from './issue-message.ts'
import { pointerOf } from './json-pointer.ts'
import type { FieldError } from './problem.ts'

const PATH_LENGTH_MAX = 200
/** The code of an issue of a rule of ours that states none in its `params`. */
const CODE_DEFAULT = 'invalid'

export type ParsedFields<T> = { ok: true; value: T } | { ok: false; errors: FieldError[] }

/** Parses what was sent, or returns all its errors, each with its path and a message in our own words. */
export function parseFields<Schema extends z.ZodType>(
  schema: Schema,
  sent: unknown,
): ParsedFields<z.output<Schema>> {
  const result = schema.safeParse(sent, { error: issueMessage })
  if (result.success) return { ok: true, value: result.data }
  const errors = result.error.issues.flatMap((issue) => fieldErrors(issue, sent))
  return { ok: false, errors: withoutRepetition(errors) }
}

function fieldErrors(issue: z.core.$ZodIssue, sent: unknown): FieldError[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) =>
      errorAt([...issue.path, key], 'unknown_field', 'is not a field of this call'),
    )
  return isMissing(sent, issue.path)
    ? [errorAt(issue.path, 'required', 'is required')]
    : [errorAt(issue.path, codeOf(issue), issue.message)]
}

function errorAt(path: readonly PropertyKey[], code: string, message: string): FieldError {
  return {
    path: path.map(String).join('.').slice(0, PATH_LENGTH_MAX),
    pointer: pointerOf(path),
    code,
    message,
  }
}

/** The validator gives every rule of ours the code `custom`; the rule states its own code in `params`. */
function codeOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'custom') return issue.code
  const code: unknown = issue.params?.['code']
  return typeof code === 'string' ? code : CODE_DEFAULT
}

/** JSON has no `undefined`: an undefined value was not sent. */
function isMissing(sent: unknown, path: readonly PropertyKey[]): boolean {
  let value = sent
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return true
    value = (value as Record<PropertyKey, unknown>)[key]
  }
  return false
}

/** Deduplicates by code and place: -1 breaks both "not negative" and "at least 1". */
export function withoutRepetition(errors: readonly FieldError[]): FieldError[] {
  return [...new Map(errors.map((error) => [`${error.code} ${error.pointer}`, error])).values()]
}
