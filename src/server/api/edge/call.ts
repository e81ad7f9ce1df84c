import type { Operation } from '../../../contract/operation.ts'
import type { OperationId } from '../../../contract/operations.ts'
import type { Caller } from '../authenticate.ts'
import type { Accepted, KnownViewer, Refusal, Written } from '../handler.ts'
import type { Client } from '../http/client-address.ts'
import type { SentCall } from '../http/read-call.ts'

/** A request on its way to its handler. Each step hands on a copy with what it has found out. */
export interface EdgeCall {
  readonly id: OperationId
  readonly operation: Operation
  readonly requestId: string
  readonly request: Request
  /** As they stand in the path. */
  readonly pathParameters: Readonly<Record<string, string>>
  /** Undefined for calls within the process. */
  readonly client: Client | undefined
  readonly caller: Caller | undefined
  readonly viewer: KnownViewer | undefined
  readonly sent: SentCall
}

/** How a call ended. Refusals are values; an exception is a surprise. */
export interface Answer {
  readonly result: Accepted<unknown> | Written | Refusal
  /** Of this call alone, beside those of every answer. */
  readonly headers: Readonly<Record<string, string>>
  /** The caller's key, where it is known: also of a call that was refused. */
  readonly keyId?: string
}

export type Next = (call: EdgeCall) => Promise<Answer>

/** Answers, or calls `next` and may change what comes back. */
export type Step = (call: EdgeCall, next: Next) => Promise<Answer>

/** The first step is the outermost: it sees the call first and the answer last. */
export function inOrder(steps: readonly Step[], last: Next): Next {
  return steps.reduceRight<Next>((next, step) => (call) => step(call, next), last)
}

export function answerWith(result: Answer['result'], headers: Answer['headers'] = {}): Answer {
  return { result, headers }
}
