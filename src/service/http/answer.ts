import type { Accepted, Written } from '../handler.ts'
import { API_HEADERS } from './problem-response.ts'

/** The answer of a call that was not refused. */
export function answer(
  status: number,
  result: Accepted<unknown> | Written,
  requestId: string,
  headers: Record<string, string> = {},
): Response {
  const isWritten = result.outcome === 'written'
  return new Response(isWritten ? result.body : JSON.stringify(result.value), {
    status: isWritten ? result.status : status,
    headers: {
      ...API_HEADERS,
      ...headers,
      'Content-Type': 'application/json',
      'X-Request-Id': requestId,
      ...(isWritten && result.location !== null && { Location: result.location }),
      ...(isWritten && result.replayed && { 'Idempotency-Replayed': 'true' }),
    },
  })
}
