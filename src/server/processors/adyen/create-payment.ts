import {
  type ProcessorOutcome,
  type ProcessorPayment,
  ProcessorRefused,
  ProcessorSilent,
} from '../processor.ts'
import type { Adapter } from './adapter.ts'
import { cardFault } from './answer.ts'
import type { Ask } from './api.ts'
import { readPaymentAnswer, type PaymentReading } from './payment-answer.ts'
import { paymentRequest } from './payment-request.ts'
import { reverse } from './reverse.ts'

const ROUTE = '/payments'

/** Authorises a card. The amount is held only: `capturePayment` takes it. */
export async function createPayment(
  { account, api, clock }: Adapter,
  payment: ProcessorPayment,
): Promise<ProcessorOutcome> {
  const { paymentId, amountMinor, currency } = payment
  const ask = api.start()
  const answer = await ask({
    route: ROUTE,
    idempotencyKey: `pay-${paymentId}`,
    body: paymentRequest(account, payment),
  })
  if (answer.kind === 'done') {
    const asked = { account, paymentId, amountMinor, currency, now: clock() }
    return outcomeOf(
      { account, ask, route: ROUTE, paymentId },
      readPaymentAnswer(answer.body, asked),
    )
  }
  const declineCode = answer.kind === 'refused' ? cardFault(answer.errorCode) : undefined
  if (declineCode !== undefined) return { status: 'failed', declineCode }
  throw new ProcessorRefused(`POST ${ROUTE} was refused with ${answer.described}`)
}

interface Asking {
  account: Adapter['account']
  ask: Ask
  route: string
  paymentId: string
}

/** The outcome that is read. Else throws, once what may be held was released: facts tell what became of it. */
export async function outcomeOf(
  { account, ask, route, paymentId }: Asking,
  reading: PaymentReading,
): Promise<ProcessorOutcome> {
  if (reading.says === 'outcome') return reading.outcome
  const { release: psp, says, why } = reading
  // Without an answer the payment stays open, and is released when facts tell of it.
  if (psp !== undefined) await reverse(ask, account, { paymentId, psp }).catch(() => undefined)
  const told = `POST ${route} was answered with ${why}`
  if (says === 'unusable') throw new ProcessorRefused(told)
  throw new ProcessorSilent(told, { hasAnswered: true })
}
