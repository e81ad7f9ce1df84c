import { describe, expect, it } from 'vitest'
import { each, openTestAdapter, type Reply } from '../testing/adyen/open-test-adapter.ts'
import { HELD, PAYMENT, PAYMENT_ID } from '../testing/adyen/test-payments.ts'
import { NOW } from '../testing/adyen/test-account.ts'
import recorded from './adyen-examples/recorded-errors.json' with { type: 'json' }

const { amountMinor, currency } = PAYMENT
const CAPTURE = { paymentId: PAYMENT_ID, amountMinor, currency, sentAt: NOW }

/** What each error ends in that others recorded: of a new payment, and of a capture. */
const OUTCOMES: Readonly<Record<string, [payment: string, capture: string]>> = {
  '401 empty': ['ProcessorRefused', 'ProcessorNotAsked'],
  '403 901': ['ProcessorRefused', 'ProcessorNotAsked'],
  '403 010': ['ProcessorRefused', 'ProcessorNotAsked'],
  '403 of a gateway': ['ProcessorRefused', 'ProcessorNotAsked'],
  '422 130': ['ProcessorRefused', 'ProcessorRefused'],
  '422 137': ['ProcessorRefused', 'ProcessorRefused'],
  '422 167': ['ProcessorRefused', 'ProcessorRefused'],
  '422 101': ['failed incorrect_number', 'ProcessorRefused'],
  '422 103': ['failed incorrect_cvc', 'ProcessorRefused'],
  '422 105': ['ProcessorRefused', 'ProcessorRefused'],
  '422 14_006': ['ProcessorRefused', 'ProcessorRefused'],
  '422 14_030': ['ProcessorRefused', 'ProcessorRefused'],
  '409 704': ['ProcessorSilent', 'ProcessorSilent'],
  '422 704': ['ProcessorSilent', 'ProcessorSilent'],
  '500 701': ['ProcessorSilent', 'ProcessorSilent'],
  '500 905': ['ProcessorSilent', 'ProcessorSilent'],
  '503 703': ['ProcessorSilent', 'ProcessorSilent'],
}

const errors = new Map(Object.entries<{ status: number; body?: object }>(recorded))

function replyOf(name: string): Reply {
  const { status, body = '' } = errors.get(name) ?? { status: 0 }
  return [status, body]
}

async function ending(call: Promise<object> | undefined): Promise<string> {
  try {
    return Object.values((await call) ?? {}).join(' ')
  } catch (error) {
    return error instanceof Error ? error.name : 'no error'
  }
}

describe('the 17 errors of Adyen that others recorded', () => {
  it('have an outcome each', () => {
    expect(Object.keys(OUTCOMES)).toEqual(Object.keys(recorded))
    expect(Object.keys(recorded)).toHaveLength(17)
  })

  it.each(Object.entries(OUTCOMES))('%s ends as %j', async (name, outcome) => {
    const replies = each(replyOf(name))
    const open = () => openTestAdapter(replies).processor
    const payment = await ending(open().createPayment(PAYMENT))
    const capture = await ending(open().capturePayment?.(CAPTURE, HELD))
    expect([payment, capture]).toEqual(outcome)
  })
})
