import type { Operation } from '#contract/operation.ts'
import type { Done } from '../../service/outcome.ts'
import type { ResponseParts } from '#http/response-parts.ts'
import { API_HEADERS } from '#http/security-headers.ts'
import type { Written } from './written.ts'

export function answer(
  operation: Operation,
  result: Done<unknown> | Written,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const { body, ...parts } = answerParts(operation, result, requestId, headers)
  return new Response(body, parts)
}

/** The response of an operation before it becomes a `Response`. */
export function answerParts(
  { status, answerTypes }: Operation,
  result: Done<unknown> | Written,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): ResponseParts {
  const isWritten = result.outcome === 'written'
  const { body, contentType } =
    answerTypes !== undefined && !isWritten ? mediaOf(result.value) : jsonOf(result)
  return {
    status: isWritten ? result.status : status,
    headers: {
      ...API_HEADERS,
      ...headers,
      'Content-Type': contentType,
      'X-Request-Id': requestId,
      ...(isWritten && result.location !== null && { Location: result.location }),
      ...(isWritten && result.replayed && { 'Idempotency-Replayed': 'true' }),
    },
    body,
  }
}

function jsonOf(result: Done<unknown> | Written) {
  const body = result.outcome === 'written' ? result.body : JSON.stringify(result.value)
  return { body, contentType: 'application/json' }
}

/** The operation table types these handlers to return media. */
function mediaOf(value: unknown) {
  const { contentType, bytes } = value as { contentType: string; bytes: Uint8Array<ArrayBuffer> }
  return { body: bytes, contentType }
}
