import type { DeclineCode } from '#contract/payment.ts'
import type { VoidReason } from './hold.ts'
import { isLive } from './payment-state.ts'
import { unpaidStatus } from './session-state.ts'
import type { HoldChange, Settlement, SettleResult, Unsettled } from './settlement.ts'
import { hasMoney, unpaid } from './take-money.ts'

/** The processor refused to capture. `expired`: the hold had ended. */
export interface RefusedCapture {
  status: 'capture_refused'
  reason: 'expired' | 'refused'
  declineCode?: DeclineCode
}

const NOTHING = { result: 'nothing' } as const

/**
 * Settles an amount that the processor holds. One that nobody wants any more is released and never captured: the shopper was told
 * that nothing was charged.
 */
export function settleAuthorized(
  { session, payment }: Unsettled,
  held: { authorizedMinor: number; currency: string; isReleaseFailed?: true },
): SettleResult {
  if (payment.status === 'failed' || payment.status === 'voided') {
    // guard: failed-release
    const isReleased = payment.isReleased && held.isReleaseFailed !== true
    const isKnown = payment.capturedMinor > 0 || payment.intent === 'void' || isReleased
    return isKnown ? NOTHING : alike({ session, payment }, unwanted(payment, held))
  }
  if (!isLive(payment.status) || ['authorized', 'amount_mismatch'].includes(payment.status))
    return NOTHING
  const { amountMinor, currency, captureMethod } = payment
  const isAsked = held.authorizedMinor === amountMinor && held.currency === currency
  const isFree = session.status === 'open' && payment.isLast && !hasMoney(session.paymentStatus)
  if (!isAsked || !isFree)
    return failed(session, isAsked ? 'replaced' : 'processing_error', unwanted(payment, held))
  const { authorizedMinor } = held
  return changed(
    session,
    { status: 'authorized' },
    captureMethod === 'manual'
      ? { intent: null, authorizedMinor }
      : { intent: 'capture', authorizedMinor, captureMinor: authorizedMinor },
    {
      paymentStatus: unpaidStatus('authorized', captureMethod),
      events: captureMethod === 'manual' ? ['payment.authorized'] : [],
    },
  )
}

/** The hold is to be released. Its amount is known only in the currency that was asked. */
function unwanted(
  { currency }: Unsettled['payment'],
  held: { authorizedMinor: number; currency: string },
): HoldChange {
  return {
    intent: 'void',
    voidReason: 'requested',
    ...(held.currency === currency && { authorizedMinor: held.authorizedMinor }),
  }
}

/** Settles a release: an answer to the checkout's own, or one that it never asked for. */
export function settleVoided(input: Unsettled, stated: VoidReason): SettleResult {
  const { session, payment } = input
  const reason = (payment.intent === 'void' && payment.voidReason) || stated
  const released: HoldChange = { intent: null, voidReason: reason, isReleased: true }
  switch (payment.status) {
    case 'amount_mismatch':
    case 'succeeded':
      return NOTHING
    case 'failed':
    case 'voided':
      return payment.intent === 'void' ? alike(input, released) : NOTHING
    case 'authorized':
      if (payment.captureMethod === 'manual') return voided(input, released, reason)
      return failed(session, 'processing_error', { ...released, captureMinor: null })
    case 'created':
    case 'requires_action':
    case 'processing':
    case 'unknown':
      return failed(session, 'processing_error', released)
  }
}

/** A released hold never becomes payable again: by time its session is expired, otherwise canceled. */
function voided(
  { session, payment }: Unsettled,
  released: HoldChange,
  reason: VoidReason,
): SettleResult {
  const isCapturing = payment.intent === 'capture'
  const end = reason === 'expired' ? 'expired' : 'canceled'
  const isOpen = session.status === 'open'
  return changed(
    session,
    { status: 'voided' },
    { ...released, ...(isCapturing && CAPTURE_REFUSED) },
    {
      status: isOpen ? end : session.status,
      paymentStatus: unpaid(session, 'voided').paymentStatus,
      events: [
        ...(isCapturing ? (['payment.capture_failed'] as const) : []),
        'payment.voided',
        ...(isOpen ? ([`session.${end}`] as const) : []),
      ],
    },
  )
}

const CAPTURE_REFUSED = { captureMinor: null, isCaptureRefused: true } as const

/** Settles a refused capture. By hand it may be tried again; with automatic capture the payment fails, and is released. */
export function settleRefusedCapture(input: Unsettled, refused: RefusedCapture): SettleResult {
  const { session, payment } = input
  if (payment.status !== 'authorized' || payment.intent !== 'capture') return NOTHING
  const isOver = refused.reason === 'expired'
  if (payment.captureMethod === 'automatic')
    return failed(session, refused.declineCode ?? 'processing_error', {
      ...CAPTURE_REFUSED,
      ...(isOver
        ? { intent: null, voidReason: 'expired', isReleased: true }
        : { intent: 'void', voidReason: 'requested' }),
    })
  if (isOver) return settleVoided(input, 'expired')
  return changed(
    session,
    { status: 'authorized' },
    { ...CAPTURE_REFUSED, intent: null },
    { events: ['payment.capture_failed'] },
  )
}

/** Changes the hold alone: what the shopper and the merchant know stays. */
function alike({ session, payment }: Pick<Unsettled, 'session' | 'payment'>, hold: HoldChange) {
  const { status, declineCode, late } = payment
  return changed(session, { status, declineCode, late }, hold, {})
}

function failed(
  session: Unsettled['session'],
  declineCode: DeclineCode,
  hold: HoldChange,
): SettleResult {
  return changed(session, { status: 'failed', declineCode }, hold, {
    paymentStatus: unpaid(session, 'failed').paymentStatus,
    events: ['payment.failed'],
  })
}

/** A change without money. */
function changed(
  session: Unsettled['session'],
  payment: Pick<Settlement['payment'], 'status'> & Partial<Settlement['payment']>,
  hold: HoldChange,
  { events = [], ...after }: Partial<Settlement['session']> & { events?: Settlement['events'] },
): SettleResult {
  return {
    result: 'change',
    change: {
      payment: {
        declineCode: null,
        action: null,
        captured: false,
        late: false,
        taken: null,
        ...payment,
        hold,
      },
      session: { ...session, paidLate: false, ...after },
      events,
      refund: false,
      decided: null,
    },
  }
}
