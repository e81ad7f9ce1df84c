import { describe, expect, it } from 'vitest'
import { pageAction } from '#page/bff/methods/page-action.ts'
import { openPixCheckout } from '../testing/open-pix-checkout.ts'

const MINUTE_MS = 60_000
const LONG = 'Comércio de Roupas São João Ltda'
/** As the bank's code has it: no accents, 25 characters. */
const LONG_IN_CODE = 'Comercio de Roupas Sao Jo'
const receiver = { name: LONG, city: 'Recife' }

describe('the payee of a Pix, whom the shopper compares at their bank', () => {
  it.each([
    ['the holder of the account in the code', { holder: 'Outra Ltda' }, 'Norte Ltda', 'Outra Ltda'],
    [
      'the merchant, where the code only cuts its legal name and drops accents',
      { holder: LONG.toUpperCase() },
      LONG,
      LONG,
    ],
    [
      'the holder in the settings, where the code only cuts it',
      { holder: LONG, receiver },
      'Norte Ltda',
      LONG,
    ],
    [
      'the holder in the code, where the settings name another',
      { holder: 'Outra Ltda', receiver },
      'Norte Ltda',
      'Outra Ltda',
    ],
    [
      'the holder in the code as it is cut, where nobody knows more',
      { holder: LONG },
      'Norte Ltda',
      LONG_IN_CODE,
    ],
  ])('is %s', async (_, names, legalName, payeeName) => {
    const checkout = await openPixCheckout(names)
    try {
      const merchant = await checkout.api.addMerchant({ legalName })
      const { open, code } = await checkout.charge({}, merchant)
      const waiting = await open.look()
      expect(waiting.payment?.payeeName).toBe(payeeName)
      const action = waiting.payment?.action
      if (!action) throw new Error('nothing to pay')
      expect(JSON.stringify(pageAction(action, waiting, 'en'))).toContain(
        `Check that the payee is ${payeeName},`,
      )
      checkout.bank.control.pay(code)
      await checkout.pass(10 * MINUTE_MS)
      expect((await open.read()).payment).toMatchObject({ status: 'succeeded', payeeName })
      const told = (await open.notifications()).map(({ data }) => data.payment?.payeeName)
      expect(new Set(told)).toEqual(new Set([payeeName]))
    } finally {
      await checkout.close()
    }
  })
})
