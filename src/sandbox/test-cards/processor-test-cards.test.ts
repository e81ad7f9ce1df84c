import { expect, it } from 'vitest'
import { openTestAdyen } from '#proof/testing/adyen-fake.ts'
import { ADYEN_TEST_CARDS, testCardsOf } from './processor-test-cards.ts'

const ENDS = {
  paid: { resultCode: 'Authorised' },
  declined: { resultCode: 'Refused', refusalReasonCode: '2' },
  insufficientFunds: { resultCode: 'Refused', refusalReasonCode: '12' },
  challenge: { resultCode: 'RedirectShopper' },
} as const

it.each(ADYEN_TEST_CARDS)(
  '$number $holderName leads to $leadsTo at the fake Adyen',
  async (card) => {
    const { number, holderName = 'Maria Silva', leadsTo } = card
    const { pay } = openTestAdyen()
    const { body } = await pay({ number: number.replaceAll(' ', ''), holderName })
    expect(body).toMatchObject(ENDS[leadsTo])
  },
)

it('the page is given the test cards of the processor that its cards are encrypted to', () => {
  const key = { kid: 'k', kty: 'RSA', n: 'n', e: 'AQAB' } as const
  const sealing = {
    scheme: 'adyen-jwe',
    alg: 'RSA-OAEP-256',
    enc: 'A256GCM',
    header: { version: '1' },
  } as const
  expect([testCardsOf(key), testCardsOf({ ...key, sealing })]).toEqual([null, ADYEN_TEST_CARDS])
})
