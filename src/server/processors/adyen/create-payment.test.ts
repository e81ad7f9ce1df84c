import { describe, expect, it } from 'vitest'
import { each, openTestAdapter, type Reply } from '#proof/testing/adyen/open-test-adapter.ts'
import { PAYMENT, PAYMENT_ID, PSP } from '#proof/testing/adyen/test-payments.ts'
import { NotConnected } from '../http/http.ts'
import {
  isProcessorNotAsked,
  isProcessorRefused,
  isProcessorSilent,
  type ProcessorPayment,
} from '../processor.ts'

const error = (errorCode: string) => ({ status: 422, errorCode, message: 'canary' })
const RECEIVED: Reply = [201, { status: 'received', pspReference: 'QFQTPCQ8HXSKGK82' }]
const POST = 'POST /payments'
const REVERSAL = `POST /payments/${PSP}/reversals`

function create(replies: Reply[], changes: Partial<ProcessorPayment> = {}) {
  const { processor, asked } = openTestAdapter(replies)
  return { asked, outcome: processor.createPayment({ ...PAYMENT, ...changes }) }
}

describe('a new payment', () => {
  it('is one request, under a key of its own kind', async () => {
    const { asked, outcome } = create([[200, { resultCode: 'Authorised', pspReference: PSP }]])
    expect(await outcome).toMatchObject({ status: 'authorized', state: { psp: PSP } })
    expect(asked).toMatchObject([
      { what: POST, key: `pay-${PAYMENT_ID}`, body: { reference: PAYMENT_ID } },
    ])
    expect(asked[0]?.key?.length).toBeLessThanOrEqual(64)
  })

  it('that cannot be asked for is not', async () => {
    const { asked, outcome } = create([], { currency: 'CVE', amountMinor: 1 })
    await expect(outcome).rejects.toSatisfy(isProcessorRefused)
    expect(asked).toEqual([])
  })

  it.each([
    ['101', 'incorrect_number'],
    ['140', 'incorrect_number'],
    ['103', 'incorrect_cvc'],
    ['129', 'expired_card'],
  ])('whose card is refused with %s is declined: %s', async (code, declineCode) => {
    expect(await create([[422, error(code)]]).outcome).toEqual({ status: 'failed', declineCode })
  })

  it.each<[string, Reply]>([
    ['as it was sent', [422, error('130')]],
    ['for its credential', [401, '']],
    ['for its account', [403, error('901')]],
    ['by a gateway', [403, '<html>canary']],
    ['by an address that is not there', [404, '']],
  ])('that is refused %s has not happened', async (_, reply) => {
    const { asked, outcome } = create([reply])
    await expect(outcome).rejects.toSatisfy(isProcessorRefused)
    await expect(outcome).rejects.not.toThrow(/canary/)
    expect(asked).toHaveLength(1)
  })

  it('was not asked for without a connection', async () => {
    const { outcome } = create([new NotConnected('ECONNREFUSED')])
    await expect(outcome).rejects.toSatisfy(isProcessorNotAsked)
  })

  it.each<[string, Reply[], number]>([
    ['is answered with nothing', each(new Error('timeout')), 3],
    ['is under way', each([422, error('704')]), 3],
    ['is answered with a page', each([200, '<html>canary']), 3],
    ['has no result', [[200, {}]], 1],
    ['is another', [[200, { resultCode: 'Authorised', merchantReference: 'pay_other' }]], 1],
  ])('that %s stays open', async (_, replies, count) => {
    const { asked, outcome } = create(replies)
    await expect(outcome).rejects.toSatisfy(isProcessorSilent)
    await expect(outcome).rejects.not.toThrow(/canary/)
    expect(asked.map(({ what }) => what)).toEqual(Array(count).fill(POST))
  })

  it('is what a replay says it is', async () => {
    const refused = { resultCode: 'Refused', refusalReasonCode: '12', pspReference: PSP }
    const { outcome } = create([new Error('timeout'), [200, refused]])
    expect(await outcome).toMatchObject({ status: 'failed', declineCode: 'insufficient_funds' })
  })
})

describe('a payment that cannot go on', () => {
  const posted = {
    resultCode: 'RedirectShopper',
    pspReference: PSP,
    action: { type: 'redirect', method: 'POST', url: 'https://checkoutshopper-test.adyen.com/' },
  }

  it('S-155: is refused and released', async () => {
    const { asked, outcome } = create([[200, posted], RECEIVED])
    await expect(outcome).rejects.toSatisfy(isProcessorRefused)
    expect(asked).toMatchObject([
      { what: POST },
      {
        what: REVERSAL,
        key: `rev-${PAYMENT_ID}`,
        body: { merchantAccount: 'NorteBR', reference: PAYMENT_ID },
      },
    ])
  })

  it('S-155: is refused also where its release is not answered, or has nothing to release', async () => {
    const { outcome } = create([[200, posted], ...each(new Error('timeout'))])
    await expect(outcome).rejects.toSatisfy(isProcessorRefused)
    const { asked, outcome: other } = create([[200, { ...posted, pspReference: undefined }]])
    await expect(other).rejects.toSatisfy(isProcessorRefused)
    expect(asked).toHaveLength(1)
  })

  it('S-154: stays open where nobody knows what it means, and is released', async () => {
    const { asked, outcome } = create([
      [200, { resultCode: 'PartiallyAuthorised', pspReference: PSP }],
      RECEIVED,
    ])
    await expect(outcome).rejects.toSatisfy(isProcessorSilent)
    await expect(outcome).rejects.toThrow(/answered with PartiallyAuthorised$/)
    expect(asked.map(({ what }) => what)).toEqual([POST, REVERSAL])
  })
})
