import { type KnownPayment, type ProcessorOutcome, ProcessorRefused } from '../processor.ts'
import type { Adapter } from './adapter.ts'
import type { Fact } from './facts.ts'
import { RELEASED } from './fold-payment.ts'
import { know } from './know.ts'
import { modify } from './modification.ts'
import { reverse } from './reverse.ts'

export const FAILURES_MAX = 3

/** Releases a payment, whether it is held already, still under way, or never arrives. */
export async function cancelPayment(
  { account, api }: Adapter,
  payment: KnownPayment,
): Promise<ProcessorOutcome> {
  const { paymentId, state } = payment
  const { told, facts, psp } = know(payment)
  if (told.status === 'succeeded' || told.status === 'voided' || told.status === 'failed')
    return told
  const ask = api.start()
  if (psp === undefined) {
    const { merchantAccount } = account
    await modify(ask, {
      route: '/cancels',
      idempotencyKey: `can-${paymentId}`,
      body: { merchantAccount, paymentReference: paymentId, reference: paymentId },
    })
    return failed(state)
  }
  const reversals = facts.filter(isReversal)
  if (reversals.filter(({ ok }) => !ok).length >= FAILURES_MAX)
    throw new ProcessorRefused(`Adyen has failed to release it ${FAILURES_MAX} times`)
  await reverse(ask, account, { paymentId, psp, number: reversals.length + 1 })
  const isHeld = told.status === 'authorized' || isAuthorised(state['result'])
  const kept = { psp, result: RELEASED }
  return isHeld
    ? { status: 'voided', reason: 'requested', state: kept }
    : { ...failed(state), state: { ...state, psp } }
}

/** A reversal that has ended, either way: its key is used. */
export function isReversal({ code }: Fact): boolean {
  return code === 'CANCEL_OR_REFUND'
}

function isAuthorised(result: unknown): boolean {
  return result === 'Authorised' || result === RELEASED
}

function failed({ result }: KnownPayment['state']): ProcessorOutcome & { status: 'failed' } {
  const declineCode = result === 'RedirectShopper' ? 'authentication_abandoned' : 'processing_error'
  return { status: 'failed', declineCode }
}
