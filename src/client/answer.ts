import { z } from 'zod'
import type { Operation } from '#contract/operation.ts'
import { FieldError } from '#contract/problem.ts'
import { CheckoutConnectionError, CheckoutError } from './errors.ts'

/** A problem document. A newer API may send a `code` that this client does not know. */
const AnyProblem = z.object({
  code: z.string(),
  detail: z.string(),
  requestId: z.string(),
  errors: z.array(FieldError).default([]),
})

export interface ReceivedAnswer {
  status: number
  headers: Headers
  bytes: Uint8Array<ArrayBuffer>
}

/** Parses a response. Throws `CheckoutError` for a refusal, `CheckoutConnectionError` for an unreadable response. */
export function readAnswer(operation: Operation, received: ReceivedAnswer): unknown {
  if (received.status >= 200 && received.status < 300) {
    const type = received.headers.get('content-type') ?? ''
    if (operation.alsoTypes?.includes(type) === true) return mediaOf(received)
    const given = operation.answerTypes ? mediaOf(received) : parseJson(received)
    const answer = checkAnswer(operation.answer, given)
    if (answer.ok) return answer.value
    throw unreadable(received.status, answer.why)
  }
  const problem = AnyProblem.safeParse(parseJson(received))
  if (!problem.success) throw unreadable(received.status, 'it is no problem document')
  throw new CheckoutError({
    ...problem.data,
    status: received.status,
    retryAfterSeconds: readRetryAfter(received.headers),
  })
}

export type CheckedAnswer<Value> = { ok: true; value: Value } | { ok: false; why: string }

/**
 * Validates a response against its schema, tolerating what a newer API may have added: fields, enum values, members of
 * a discriminated union. Returns the input itself and not the schema's copy, so that additions survive.
 */
export function checkAnswer<Schema extends z.ZodType>(
  schema: Schema,
  json: unknown,
): CheckedAnswer<z.output<Schema>> {
  const result = schema.safeParse(json, { reportInput: true })
  const faults = result.success ? [] : result.error.issues.filter((issue) => !isAddition(issue))
  if (faults.length === 0) return { ok: true, value: json as z.output<Schema> }
  return { ok: false, why: z.prettifyError(new z.ZodError(faults)) }
}

function isAddition(issue: z.core.$ZodIssue): boolean {
  if (issue.code === 'unrecognized_keys') return true
  if (issue.code === 'invalid_value') {
    return issue.values.length > 1 && typeof issue.input === 'string'
  }
  if (issue.code !== 'invalid_union' || issue.discriminator === undefined) return false
  return typeof Object(issue.input)[issue.discriminator] === 'string'
}

function mediaOf({ headers, bytes }: ReceivedAnswer): unknown {
  return { contentType: headers.get('content-type'), bytes }
}

function parseJson({ bytes }: ReceivedAnswer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

function readRetryAfter(headers: Headers): number | null {
  const text = headers.get('retry-after')
  return text !== null && /^[0-9]{1,9}$/.test(text) ? Number(text) : null
}

function unreadable(status: number, why: string): CheckoutConnectionError {
  return new CheckoutConnectionError(
    'unreadable_answer',
    `The answer with status ${status} is not one of this API: ${why}. Check the base URL.`,
    { status },
  )
}
