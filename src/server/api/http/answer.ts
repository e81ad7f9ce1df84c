import type { Operation } from '#contract/operation.ts'
import type { Done, Refused } from '../../service/outcome.ts'
import type { ResponseParts } from '#http/response-parts.ts'
import { API_HEADERS } from '#http/security-headers.ts'
import type { Result } from '../handler.ts'
import type { Written } from './written.ts'

type Answered = Exclude<Result<unknown>, Refused>

export function answer(
  operation: Operation,
  result: Answered,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const { body, ...parts } = answerParts(operation, result, requestId, headers)
  // A text, though empty, would get a type.
  return new Response(result.outcome === 'unmade' ? null : body, parts)
}

/** The response of an operation before it becomes a `Response`. */
export function answerParts(
  { status, answerTypes }: Operation,
  result: Answered,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): ResponseParts {
  const isWritten = result.outcome === 'written'
  const { body, contentType } = bodyOf(answerTypes, result)
  return {
    status: isWritten ? result.status : status,
    headers: {
      ...API_HEADERS,
      ...headers,
      ...(contentType !== undefined && { 'Content-Type': contentType }),
      'X-Request-Id': requestId,
      ...(isWritten && result.location !== null && { Location: result.location }),
      ...(isWritten && result.replayed && { 'Idempotency-Replayed': 'true' }),
    },
    body,
  }
}

function bodyOf(
  answerTypes: Operation['answerTypes'],
  result: Answered,
): Pick<ResponseParts, 'body'> & { contentType?: string } {
  if (result.outcome === 'unmade') return { body: '' }
  if (result.outcome === 'media') return { body: result.bytes, contentType: result.contentType }
  const isMedia = answerTypes !== undefined && result.outcome === 'done'
  return isMedia ? mediaOf(result.value) : jsonOf(result)
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
