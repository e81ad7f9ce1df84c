import { PROBLEMS, type FieldError, type FieldProblem, type Problem } from '#contract/problem.ts'
import type { ResponseParts } from '#http/response-parts.ts'
import { API_HEADERS } from '#http/security-headers.ts'
import { withoutRepetition } from '#contract/field-errors.ts'
import { pointerOf } from '#contract/json-pointer.ts'
import type { Refused } from '../../service/outcome.ts'

export function problemResponse(
  refusal: Refused,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
  apiUrl = '',
): Response {
  const { body, ...parts } = problemParts(refusal, requestId, headers, apiUrl)
  return new Response(body, parts)
}

/**
 * A refusal as RFC 9457 problem details. The only place that maps codes to HTTP statuses. `type` is an address in the
 * reference that this API serves at `apiUrl`; without `apiUrl`, for calls outside of the contract, it is relative.
 */
export function problemParts(
  refusal: Refused,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
  apiUrl = '',
): ResponseParts & { body: string } {
  const { status, title } = PROBLEMS[refusal.code]
  const problem: Problem = {
    type: `${apiUrl}/docs#${refusal.code}`,
    title,
    status,
    detail: refusal.detail,
    code: refusal.code,
    requestId,
    ...(refusal.fields && { errors: withoutRepetition(refusal.fields.map(withPointer)) }),
  }
  return {
    status,
    headers: {
      ...API_HEADERS,
      ...headers,
      'Content-Type': 'application/problem+json',
      'X-Request-Id': requestId,
      ...(status === 401 && { 'WWW-Authenticate': 'ApiKey header="X-Api-Key"' }),
      ...(refusal.retryAfter !== undefined && {
        'Retry-After': String(refusal.retryAfter),
      }),
    },
    body: JSON.stringify(problem),
  }
}

/** A rule outside of the schemas names its field by a path only; the keys in it have no dots. */
function withPointer(error: FieldProblem): FieldError {
  const { path, pointer = pointerOf(path === '' ? [] : path.split('.')), code, message } = error
  return { path, pointer, code, message }
}
