import type { Operation } from '#contract/operation.ts'
import type { OperationId } from '#contract/operations.ts'
import type { Caller, Result } from '../handler.ts'
import type { Client } from '#http/client-address.ts'
import type { SentCall } from '../http/read-call.ts'

/** A request on its way to its handler. Each middleware passes on a copy with what it added. */
export interface EdgeCall {
  readonly id: OperationId
  readonly operation: Operation
  readonly requestId: string
  readonly request: Request
  /** Raw path parameters. */
  readonly pathParameters: Readonly<Record<string, string>>
  readonly client: Client | undefined
  readonly caller: Caller | undefined
  readonly sent: SentCall
}

/** The outcome of a call. Refusals are values; exceptions are unexpected. */
export interface Answer {
  readonly result: Result<unknown>
  /** Headers of this response only, in addition to those of every response. */
  readonly headers: Readonly<Record<string, string>>
  /** The caller's key id, if known; also of refused calls. */
  readonly keyId?: string
}

export type Next = (call: EdgeCall) => Promise<Answer>

/**
 * Middleware: responds, or calls `next` and may change its answer. One that has nothing to do returns `next(call)`
 * itself and is not `async`: each level of awaiting costs every call.
 */
export type Step = (call: EdgeCall, next: Next) => Promise<Answer>

/** Composes middleware; the first is the outermost. */
export function inOrder(steps: readonly Step[], last: Next): Next {
  return steps.reduceRight<Next>((next, step) => (call) => step(call, next), last)
}

export function answerWith(result: Answer['result'], headers: Answer['headers'] = {}): Answer {
  return { result, headers }
}
