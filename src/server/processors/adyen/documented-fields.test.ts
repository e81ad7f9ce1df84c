import { expect, it } from 'vitest'
import { openTestAdapter, type Reply } from '#proof/testing/adyen/open-test-adapter.ts'
import { HELD, KNOWN, PAYMENT, PAYMENT_ID, PSP } from '#proof/testing/adyen/test-payments.ts'
import type { Processor } from '../processor.ts'

const EXTRA = { newField: 'canary', 'a canary': 1, 'another canary': { newField: 2 } }
const RECEIVED = {
  status: 'received',
  pspReference: PSP,
  merchantAccount: 'NorteBR',
  reference: PAYMENT_ID,
}
const RESULT = { resultCode: 'Authorised', pspReference: PSP, additionalData: { newField: 'x' } }

it.each<[string, object, (processor: Processor) => Promise<unknown> | undefined]>([
  ['/payments', RESULT, (processor) => processor.createPayment(PAYMENT)],
  [
    '/payments/details',
    { ...RESULT, shopperLocale: 'pt-BR' },
    (processor) => processor.completeAction?.(KNOWN, { redirectResult: 'x' }),
  ],
  [
    '/payments/{psp}/reversals',
    { ...RECEIVED, paymentPspReference: PSP },
    (processor) => processor.cancelPayment(PAYMENT_ID, HELD),
  ],
  [
    '/cancels',
    { ...RECEIVED, paymentReference: PAYMENT_ID },
    (processor) => processor.cancelPayment(PAYMENT_ID, KNOWN),
  ],
  ['/paymentMethods', { paymentMethods: [] }, (processor) => processor.probe?.()],
])(
  'R-114: a field of an answer to %s that the document lacks is told by its name',
  async (route, body, call) => {
    const told: string[] = []
    const onUnknownField = (name: string) => void told.push(name)
    const known: Reply = [200, body]
    await call(openTestAdapter([known], { onUnknownField }).processor)
    expect(told).toEqual([])
    await call(openTestAdapter([[200, { ...body, ...EXTRA }]], { onUnknownField }).processor)
    expect(told).toEqual([`POST ${route}: newField`, `POST ${route}: (no name)`])
  },
)
