import type { HttpCall, Transport } from '#server/processors/http/http.ts'
import { startServerProcess } from '../stage/server-process.ts'

export interface AdapterStage {
  /** Makes a payment at a processor that answers from memory. */
  payAtOnce: () => Promise<void>
  /** Sends the same requests to a processor in another process. */
  call: () => Promise<void>
  /** Verifies and parses a webhook of one item. */
  readWebhook?: () => Promise<void>
}

/** Starts a processor in another process, and returns its origin. */
export async function startProcessor(
  opening: AsyncDisposableStack,
  processor: 'adyen' | 'bank',
): Promise<string> {
  const url = new URL('serve-processor.ts', import.meta.url)
  const served = await startServerProcess(url, { PROCESSOR: processor })
  opening.defer(() => served.stop())
  return served.origin.replace('http:', 'https:')
}

/** Answers each call from memory, and keeps those of the last payment. */
export function answerAtOnce(answer: (url: string) => string) {
  const calls: HttpCall[] = []
  const transport: Transport = async (call) => {
    calls.push(call)
    return { status: 201, text: answer(call.url) }
  }
  return { calls, transport }
}

/** Makes a payment, and then sends its requests over the network as often as it is asked. */
export async function stageOf(
  pay: () => Promise<void>,
  { calls, overTls }: { calls: HttpCall[]; overTls: Transport },
): Promise<AdapterStage> {
  const payAtOnce = () => {
    calls.length = 0
    return pay()
  }
  await payAtOnce()
  const requests = [...calls]
  if (requests.length === 0) throw new Error('the adapter sent nothing')
  return {
    payAtOnce,
    async call() {
      for (const request of requests) {
        const { status } = await overTls(request)
        if (status !== 201) throw new Error(`the processor answered with ${status}`)
      }
    },
  }
}
