import { PROBLEMS, type Problem } from '../../../contract/problem.ts'
import { DATA_POLICY, SECURITY_HEADERS } from '../../../contract/security-headers.ts'
import type { Refusal } from '../handler.ts'

/** Headers of every API response: it is data, never a page, and never cached. */
export const API_HEADERS = {
  ...SECURITY_HEADERS,
  'Cache-Control': 'no-store',
  'Content-Security-Policy': DATA_POLICY,
} as const

/** A response before it becomes a `Response`. */
export interface AnswerParts {
  status: number
  headers: Record<string, string>
  body: string
}

export function problemResponse(
  refusal: Refusal,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const { body, ...parts } = problemParts(refusal, requestId, headers)
  return new Response(body, parts)
}

/** A refusal as RFC 9457 problem details. The only place that maps codes to HTTP statuses. */
export function problemParts(
  refusal: Refusal,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): AnswerParts {
  const { status, title } = PROBLEMS[refusal.code]
  const problem: Problem = {
    type: `/docs#${refusal.code}`,
    title,
    status,
    detail: refusal.detail,
    code: refusal.code,
    requestId,
    ...(refusal.errors && { errors: refusal.errors }),
  }
  return {
    status,
    headers: {
      ...API_HEADERS,
      ...headers,
      'Content-Type': 'application/problem+json',
      'X-Request-Id': requestId,
      ...(status === 401 && { 'WWW-Authenticate': 'ApiKey header="X-Api-Key"' }),
      ...(refusal.retryAfterSeconds !== undefined && {
        'Retry-After': String(refusal.retryAfterSeconds),
      }),
    },
    body: JSON.stringify(problem),
  }
}
