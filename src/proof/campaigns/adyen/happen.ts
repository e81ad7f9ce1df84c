import type { AdyenFake } from '#sandbox/fakes/adyen/adyen-fake.ts'
import { testMerchant } from '#sandbox/fakes/adyen/merchants.ts'
import type { Payment } from '#sandbox/fakes/adyen/records.ts'
import { ADYEN_URL } from '../../testing/adyen/at-adyen.ts'
import type { AdyenDays } from './days.ts'

/** What happened outside of the checkout's calls. */
export interface Outside {
  fake: AdyenFake
  days: AdyenDays
  /** Disputes by payment, and whether the merchant has won them. */
  disputes: Map<string, { reference: string; isWon: boolean }>
  /** What the browser brings back from a challenge, by payment. */
  returned: Map<string, Readonly<Record<string, string>>>
  /** A stranger sends webhooks about a payment. */
  lie(payment: Payment): Promise<void>
}

const PART_MINOR = 1

/** Plays an outcome of a payment: the shopper's, the bank's, or a person's in the Customer Area. */
export async function happen(outside: Outside, payment: Payment, outcome: string): Promise<void> {
  switch (outcome) {
    case 'pay':
    case 'pass_challenge':
      answer(outside, payment, 'pass')
      return
    case 'decline':
    case 'fail_challenge':
      answer(outside, payment, 'fail')
      return
    case 'chargeback_reversed':
      winDispute(outside, payment)
      return
    case 'return_refund':
      returnRefund(outside, payment)
      return
    case 'stranger':
      await outside.lie(payment)
      return
    case 'chargeback':
    case 'capture_fails':
    case 'refund_elsewhere':
      await takeBack(outside, payment, outcome)
  }
}

/**
 * Takes money back once, and no more than there is: what is still under way counts as taken. Nothing of a payment that the checkout
 * releases: only that release says that it was taken.
 */
async function takeBack(
  { fake, days, disputes }: Outside,
  { pspReference: psp, reference: paymentId, amount, isSale, willBeDisputed }: Payment,
  outcome: 'chargeback' | 'capture_fails' | 'refund_elsewhere',
): Promise<void> {
  const { control } = fake
  const own = control
    .modifications()
    .filter(({ paymentPspReference }) => paymentPspReference === psp)
  const isUnderWay = own.some(({ kind, outcome: end, day }) =>
    kind === 'capture' ? day !== undefined : end === undefined,
  )
  const { capturedValue, refundedValue, disputedValue } = control.booked(psp)
  const leftValue = capturedValue - refundedValue - disputedValue
  const isTaken = own.some(
    ({ kind, reference }) => kind === 'reversal' || (kind === 'refund' && reference === undefined),
  )
  if (isUnderWay || isTaken || leftValue <= 0) return
  if (disputes.has(paymentId) || willBeDisputed === true) return
  if (outcome === 'refund_elsewhere') {
    await fake.fetch(refundByHand(psp, amount.currency))
    days.note('a refund elsewhere')
  } else if (outcome === 'chargeback') {
    const reference = control.dispute(psp, { eventCode: 'CHARGEBACK', value: leftValue })
    disputes.set(paymentId, { reference, isWon: false })
    days.note('a chargeback')
  } else if (refundedValue === 0 && !isSale) {
    control.failCapture(psp)
    days.note('a capture, failed')
  }
}

function winDispute(
  { fake, days, disputes }: Outside,
  { pspReference: psp, reference: paymentId }: Payment,
): void {
  const dispute = disputes.get(paymentId)
  if (dispute === undefined || dispute.isWon) return
  const { disputedValue: value } = fake.control.booked(psp)
  const pspReference = dispute.reference
  fake.control.dispute(psp, { eventCode: 'CHARGEBACK_REVERSED', value, pspReference })
  dispute.isWon = true
  days.note('a chargeback, reversed')
}

/** The money of a refund comes back, unless a bad day has the same in mind. */
function returnRefund({ fake, days }: Outside, { pspReference: psp }: Payment): void {
  const { control } = fake
  const refund = control
    .modifications('refund')
    .find(
      ({ paymentPspReference, outcome, day }) =>
        paymentPspReference === psp && outcome?.isDone === true && day === undefined,
    )
  const isBack = control
    .ledger()
    .some(
      ({ kind, modification }) => kind === 'refund_failed' && modification === refund?.pspReference,
    )
  if (refund === undefined || isBack) return
  control.returnRefund(refund.pspReference)
  days.note('a refund, returned')
}

function answer({ fake, days, returned }: Outside, payment: Payment, choice: 'pass' | 'fail') {
  const { offer, result, reference } = payment
  if (offer === undefined || offer.choice !== undefined || result !== undefined) return
  const back = fake.control.answer(offer.id, choice)
  const redirectResult = URL.parse(back ?? '')?.searchParams.get('redirectResult')
  if (redirectResult === null || redirectResult === undefined) return
  returned.set(reference, { redirectResult })
  days.note(choice === 'pass' ? 'a challenge, passed' : 'a challenge, failed')
}

/** A refund in the Customer Area, told with the reference of its payment. */
function refundByHand(psp: string, currency: string): Request {
  const { account: merchantAccount, apiKey } = testMerchant()
  return new Request(`${ADYEN_URL}/v72/payments/${psp}/refunds`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify({
      merchantAccount,
      amount: { currency, value: PART_MINOR },
    }),
  })
}
