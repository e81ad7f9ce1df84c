import type { z } from 'zod'
import type { FieldError } from './problem.ts'

const PATH_LENGTH_MAX = 200

/** All errors of a failed parse, each with its path. */
export function fieldErrorsOf({ issues }: z.ZodError, sent: unknown): FieldError[] {
  return withoutRepetition(issues.flatMap((issue) => fieldErrors(issue, sent)))
}

function fieldErrors(issue: z.core.$ZodIssue, sent: unknown): FieldError[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      path: pathOf([...issue.path, key]),
      code: 'unknown_field',
      message: 'is not a field of this call',
    }))
  const path = pathOf(issue.path)
  return isMissing(sent, issue.path)
    ? [{ path, code: 'required', message: 'is required' }]
    : [{ path, code: issue.code, message: issue.message }]
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

/** Deduplicates by code and path: -1 breaks both "not negative" and "at least 1". */
function withoutRepetition(errors: FieldError[]): FieldError[] {
  const byProblem = new Map(errors.map((error) => [`${error.code} ${error.path}`, error]))
  return [...byProblem.values()]
}

function pathOf(path: readonly PropertyKey[]): string {
  return path.map(String).join('.').slice(0, PATH_LENGTH_MAX)
}
