import type { CardEncryptionKey } from '#contract/checkout.ts'
import {
  ProcessorSilent,
  type CaptureAnswer,
  type KnownPayment,
  type KnownRefund,
  type Processor,
  type ProcessorInquiry,
  type ProcessorOutcome,
  type ProcessorRefund,
} from '#server/processors/processor.ts'

interface Answers {
  cardEncryptionKey: CardEncryptionKey
  createPayment: ProcessorOutcome
  inquire: ProcessorInquiry
  cancelPayment: ProcessorOutcome
  capturePayment: CaptureAnswer
  completeAction: ProcessorOutcome
  createRefund: ProcessorRefund
  inquireRefund: ProcessorRefund | { status: 'not_found' }
  probe: undefined
}
type Call = keyof Answers

/** Response to a call: a value, a promise of one, or an error to throw. */
export type Script<T> = T | Error | Promise<T | Error>

export interface ScriptedProcessor extends Processor {
  /** Every call so far, oldest first. */
  calls: [call: Call, argument: unknown][]
  /** The earlier payment or refund that each call about one was given, oldest call first. */
  known: [call: Call, known: KnownPayment | KnownRefund][]
  /** Queues responses for one kind of call; the last of them repeats. */
  script<T extends Call>(call: T, ...answers: Script<Answers[T]>[]): void
  /** Number of calls of one kind, for an id or in total. */
  count(call: Call): number
}

export const SILENT = new ProcessorSilent('no answer within the time')

const CARD_KEY: CardEncryptionKey = { kid: 'scripted', kty: 'RSA', n: 'AQAB', e: 'AQAB' }

const AT_FIRST: { [T in Call]: Script<Answers[T]> } = {
  cardEncryptionKey: CARD_KEY,
  createPayment: { status: 'failed', declineCode: 'card_declined' },
  inquire: { status: 'not_found' },
  cancelPayment: { status: 'failed', declineCode: 'replaced' },
  capturePayment: { status: 'pending' },
  completeAction: { status: 'processing' },
  createRefund: { status: 'succeeded' },
  inquireRefund: { status: 'not_found' },
  probe: undefined,
}

/** A processor with scripted responses, for cases that the simulator cannot produce. */
export function createScriptedProcessor({
  hasProbe = false,
  holds = false,
  completes = false,
} = {}): ScriptedProcessor {
  const calls: ScriptedProcessor['calls'] = []
  const allKnown: ScriptedProcessor['known'] = []
  const scripts = new Map<Call, Script<unknown>[]>(
    Object.entries(AT_FIRST).map(([call, answer]) => [call as Call, [answer]]),
  )

  async function play<T extends Call>(
    call: T,
    argument: unknown,
    known?: KnownPayment | KnownRefund,
  ): Promise<Answers[T]> {
    calls.push([call, argument])
    if (known !== undefined) allKnown.push([call, known])
    const script = scripts.get(call) ?? []
    const answer = await (script.length > 1 ? script.shift() : script[0])
    if (answer instanceof Error) throw answer
    return answer as Answers[T]
  }

  return {
    name: 'scripted',
    calls,
    known: allKnown,
    script: (call, ...answers) => void scripts.set(call, answers),
    count: (call) => calls.filter(([other]) => other === call).length,
    cardEncryptionKey: () => play('cardEncryptionKey', undefined),
    createPayment: (payment) => play('createPayment', payment),
    inquire: (paymentId, known) => play('inquire', paymentId, known),
    cancelPayment: (paymentId, known) => play('cancelPayment', paymentId, known),
    createRefund: (refund, payment) => play('createRefund', refund, payment),
    inquireRefund: (refundId, known) => play('inquireRefund', refundId, known),
    ...(holds && { capturePayment: (capture, known) => play('capturePayment', capture, known) }),
    ...(completes && {
      completeAction: (known, returned) => play('completeAction', returned, known),
    }),
    ...(hasProbe && { probe: () => play('probe', undefined) }),
    /** Treats a notification as authentic when its header says so. */
    async readNotification(rawBody, headers) {
      if (headers.get('x-scripted') !== 'authentic') return undefined
      return JSON.parse(rawBody) as { notificationId: string; paymentId: string }
    },
  }
}
