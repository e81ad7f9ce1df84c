import { createAdyen } from '#server/processors/adyen/adyen.ts'
import type { HttpCall, Transport } from '#server/processors/http/http.ts'
import type { ProcessorContext } from '#server/processors/load-processor.ts'
import type { Processor } from '#server/processors/processor.ts'
import { contextOf } from './test-account.ts'

/** What Adyen answers to a request: a status, a body and headers, or an error of the connection. */
export type Reply = [status: number, body?: unknown, headers?: Record<string, string>] | Error

/** The same reply to a request and to both of its replays. */
export function each(reply: Reply): Reply[] {
  return [reply, reply, reply]
}

interface Asked {
  /** Such as `POST /payments`. */
  what: string
  key: string | undefined
  body: unknown
  call: HttpCall
}

const API = 'https://checkout-test.adyen.com/v72'

/** An adapter to which Adyen gives replies in turn. No time passes, so a request is replayed twice at most. */
export function openTestAdapter(
  replies: readonly Reply[],
  changes: Partial<ProcessorContext> = {},
): { processor: Processor; asked: Asked[] } {
  const asked: Asked[] = []
  const transport: Transport = async (call) => {
    const body: unknown = call.body === undefined ? undefined : JSON.parse(call.body)
    const what = `${call.method} ${call.url.replace(API, '')}`
    asked.push({ what, key: call.headers['idempotency-key'], body, call })
    const reply = replies[asked.length - 1]
    if (reply === undefined) throw new Error('the test has no more replies')
    if (reply instanceof Error) throw reply
    const [status, answer, headers = {}] = reply
    const text = typeof answer === 'string' ? answer : (JSON.stringify(answer) ?? '')
    return { status, text, headers }
  }
  const deps = { transport, nowMs: () => 0, timer: async () => undefined }
  return { processor: createAdyen(contextOf(changes), deps), asked }
}
