import { openTestAdapter, type Reply } from '../../testing/adyen/open-test-adapter.ts'
import { HELD, PAYMENT, PAYMENT_ID, PSP, REFUND_ID } from '../../testing/adyen/test-payments.ts'

type Body = Readonly<Record<string, unknown>>
type Amount = { currency: string; value: number }

/** The status that an example is answered with, by its name. */
function statusOf(name: string): number {
  return Number(name.slice(-3))
}

/**
 * What the adapter makes of an answer, by the call that it answers, as if it were about our payment. The amount that was asked for is
 * that of the answer, or of another one.
 */
export async function playAnswer(name: string, body: Body, asked: Body = body): Promise<string> {
  const reply: Reply = [statusOf(name), asOurs(name, body)]
  const { processor } = openTestAdapter([reply, reply, reply])
  const { value: amountMinor, currency } = amountOf(asked)
  const known = { ...HELD, amountMinor, currency }
  try {
    if (name.startsWith('paymentMethods-'))
      return (await processor.checks?.find((check) => check.name === 'cards')?.run()) ?? ''
    if (name.startsWith('cancels-'))
      return described(
        await processor.cancelPayment(PAYMENT_ID, { ...known, references: {}, state: {} }),
      )
    if (name.includes('-reversals-'))
      return described(await processor.cancelPayment(PAYMENT_ID, known))
    if (name.includes('-captures-')) {
      const capture = { paymentId: PAYMENT_ID, amountMinor, currency, sentAt: new Date() }
      return described(await processor.capturePayment?.(capture, known))
    }
    if (name.includes('-refunds-')) {
      const state = { since: 0 }
      const refund = { refundId: REFUND_ID, paymentId: PAYMENT_ID, amountMinor, currency, state }
      const captured = { ...known, captureMinor: amountMinor }
      return described(await processor.createRefund(refund, captured))
    }
    if (name.startsWith('payments-details-'))
      return described(await processor.completeAction?.(known, { redirectResult: 'x' }))
    const amount = asked['amount'] === undefined ? {} : { amountMinor, currency }
    return described(await processor.createPayment({ ...PAYMENT, ...amount }))
  } catch (error) {
    return error instanceof Error ? error.name : 'no error'
  }
}

function amountOf({ amount }: Body): Amount {
  return (amount as Amount | undefined) ?? { currency: 'BRL', value: HELD.amountMinor }
}

/** The references of the answer, where it has them, are ours. */
function asOurs(name: string, body: Body): Body {
  const reference = name.includes('-refunds-') ? REFUND_ID : PAYMENT_ID
  const ours: Body = { merchantReference: PAYMENT_ID, paymentPspReference: PSP, reference }
  const had = Object.entries(ours).filter(([member]) => member in body)
  return { ...body, ...Object.fromEntries(had) }
}

function described(answer: object | undefined): string {
  const { status, declineCode, card, references } = (answer ?? {}) as Record<string, unknown>
  const { authorizationCode } = (references ?? {}) as Record<string, unknown>
  const { brand, lastFour } = (card ?? {}) as Record<string, unknown>
  return [status, declineCode, authorizationCode, brand, lastFour]
    .filter((part) => typeof part === 'string')
    .join(' ')
}
