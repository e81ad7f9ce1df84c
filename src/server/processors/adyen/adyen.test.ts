import { describe, expect, it } from 'vitest'
import { openTestAdapter, type Reply } from '#proof/testing/adyen/open-test-adapter.ts'
import { SETTINGS } from '#proof/testing/adyen/test-account.ts'
import { AUTHORISED, factOf, HELD, KNOWN, PAYMENT_ID } from '#proof/testing/adyen/test-payments.ts'
import { listsNoMovements } from '../accounts/load-account.ts'
import { NotConnected } from '../http/http.ts'

describe('an account at Adyen', () => {
  it('takes cards alone, is told, and claims nothing that nobody has run', () => {
    expect(openTestAdapter([]).processor).toMatchObject({
      name: 'adyen-br',
      methods: ['card'],
      isTold: true,
      verifiesCheaply: true,
      giveUpUnseenAfterMs: 900_000,
      hosts: ['checkout-test.adyen.com'],
      dialect: { name: 'checkout-v72', isVerified: false },
    })
  })

  it('lists no movements, as is known without loading it', () => {
    const { processor } = openTestAdapter([])
    expect(['listMovements' in processor, listsNoMovements('adyen')]).toEqual([false, true])
  })

  it('asks another host for the key of a client key', () => {
    const settings = { ...SETTINGS, clientKey: 'test_A', sealing: { from: 'clientKey' } }
    expect(openTestAdapter([], { settings }).processor.hosts).toEqual([
      'checkout-test.adyen.com',
      'checkoutshopper-test.adyen.com',
    ])
  })

  it('answers an inquiry from facts, and asks nobody', async () => {
    const { processor, asked } = openTestAdapter([])
    expect(await processor.inquire(PAYMENT_ID, HELD)).toEqual({ status: 'not_known_yet' })
    expect(await processor.inquire(PAYMENT_ID, { ...KNOWN, facts: [AUTHORISED] })).toMatchObject({
      status: 'authorized',
    })
    expect(asked).toEqual([])
  })

  it('tells disputes and reports of fraud from facts', () => {
    const { processor } = openTestAdapter([])
    const facts = [factOf('CHARGEBACK'), factOf('NOTIFICATION_OF_FRAUD')]
    expect(processor.disputes?.({ ...KNOWN, facts })).toMatchObject([{ step: 'chargeback' }])
    expect(processor.isFraudReported?.({ ...KNOWN, facts })).toBe(true)
    expect(processor.isFraudReported?.(KNOWN)).toBe(false)
  })

  it.each<[string, Reply]>([
    ['takes the question', [200, {}]],
    ['refuses it', [422, { errorCode: '901' }]],
    ['refuses the credential', [401, '']],
  ])('is alive where Adyen %s', async (_, reply) => {
    const { processor, asked } = openTestAdapter([reply])
    await expect(processor.probe?.()).resolves.toBeUndefined()
    expect(asked).toMatchObject([{ what: 'POST /paymentMethods', key: undefined }])
  })

  it('is not where nobody answers', async () => {
    const { processor } = openTestAdapter([new NotConnected('ECONNREFUSED')])
    await expect(processor.probe?.()).rejects.toMatchObject({ hasAnswered: false })
  })
})
