import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contextOf, NOW, SETTINGS } from '#proof/testing/adyen/test-account.ts'
import { PAYMENT_ID, PSP } from '#proof/testing/adyen/test-payments.ts'
import type { ProcessorContext } from '../load-processor.ts'
import { readPaymentAnswer } from './payment-answer.ts'
import { isRedirectAllowed } from './redirect.ts'
import { readAccount } from './settings.ts'

const accountOf = (changes: Partial<ProcessorContext> = {}) => readAccount(contextOf(changes))
const ACCOUNT = accountOf()
const HELD = { status: 'authorized', authorizedMinor: 25_990, currency: 'BRL' }

function read(body: object, account = ACCOUNT) {
  const asked = { paymentId: PAYMENT_ID, amountMinor: 25_990, currency: 'BRL', now: NOW }
  return readPaymentAnswer({ ...body }, { ...asked, account })
}

const authorised = (changes: object = {}) => ({
  pspReference: PSP,
  resultCode: 'Authorised',
  ...changes,
})
const amount = (value: unknown, currency: unknown = 'BRL') => ({ amount: { value, currency } })

describe('an authorised payment', () => {
  it('is held, with what is known of it', () => {
    const body = authorised({
      ...amount(25_990),
      merchantReference: PAYMENT_ID,
      paymentMethod: { type: 'scheme', brand: 'mc' },
      additionalData: { cardSummary: '1111', authCode: '044925', cardBin: '411111' },
    })
    expect(read(body)).toEqual({
      says: 'outcome',
      outcome: {
        ...HELD,
        captureBefore: '2026-11-26T12:00:00.000Z',
        card: { brand: 'mastercard', lastFour: '1111' },
        references: { processorReference: PSP, authorizationCode: '044925' },
        state: { psp: PSP, result: 'Authorised' },
      },
    })
  })

  it.each<[string, object, object]>([
    ['without all else', {}, HELD],
    ['by another amount', amount(20_000), { authorizedMinor: 20_000, currency: 'BRL' }],
    ['in another currency', amount(25_990, 'EUR'), { authorizedMinor: 25_990, currency: 'EUR' }],
    ['by an amount as Adyen writes it', amount(50_000, 'CLP'), { authorizedMinor: 500 }],
    [
      'by a brand of its own data',
      { additionalData: { cardSummary: '1111', paymentMethod: 'visa' } },
      { card: { brand: 'visa', lastFour: '1111' } },
    ],
    [
      'by a brand of nobody',
      { additionalData: { cardSummary: '1111', paymentMethod: 'other' } },
      { card: { brand: null } },
    ],
  ])('is held %s', (_, changes, expected) => {
    expect(read(authorised(changes))).toMatchObject({ outcome: expected })
  })

  it.each<[string, object]>([
    ['a card summary of other digits', { additionalData: { cardSummary: '41111111' } }],
    ['an empty code', { additionalData: { authCode: '' } }],
    ['a code that is a text', { additionalData: { authCode: 'canary canary' } }],
    ['data that is none', { additionalData: [], paymentMethod: 'x', action: 1 }],
  ])('is held without %s', (_, changes) => {
    expect(read(authorised(changes))).toEqual({
      says: 'outcome',
      outcome: {
        ...HELD,
        captureBefore: expect.any(String),
        references: { processorReference: PSP },
        state: { psp: PSP, result: 'Authorised' },
      },
    })
  })

  it.each<[string, object]>([
    ['an amount that is no whole peso', authorised(amount(50_050, 'CLP'))],
    ['a currency that nobody knows', authorised(amount(1, 'XYZ'))],
    ['nothing', authorised(amount(0))],
    ['less than nothing', authorised(amount(-1))],
    ['a fraction', authorised(amount(1.5))],
    ['an amount that cannot be read', authorised({ amount: 'canary' })],
  ])('S-154: over %s says nothing, and is released', (_, body) => {
    expect(read(body)).toMatchObject({ says: 'open', release: PSP })
  })

  it.each<[string, object]>([
    ['no reference', authorised({ pspReference: undefined })],
    ['a reference that is none', authorised({ pspReference: '../refunds' })],
    ['another payment', authorised({ merchantReference: 'pay_other' })],
  ])('S-154: with %s says nothing', (_, body) => {
    expect(read(body)).toEqual({ says: 'open', why: expect.not.stringContaining('canary') })
  })
})

describe('a payment that is not authorised', () => {
  it.each<[string, object, string]>([
    ['Refused', {}, 'card_declined'],
    ['Refused', { refusalReasonCode: '12' }, 'insufficient_funds'],
    ['Refused', { refusalReasonCode: 6 }, 'expired_card'],
    ['Refused', { refusalReasonCode: '999', refusalReason: 'FRAUD' }, 'card_declined'],
    ['Cancelled', {}, 'card_declined'],
    ['Cancelled', { refusalReasonCode: '16' }, 'authentication_abandoned'],
    ['Error', {}, 'processing_error'],
    ['Error', { refusalReasonCode: '4' }, 'issuer_unavailable'],
  ])('%s %j has failed: %s', (resultCode, changes, declineCode) => {
    expect(read({ resultCode, pspReference: PSP, ...changes })).toEqual({
      says: 'outcome',
      outcome: {
        status: 'failed',
        declineCode,
        references: { processorReference: PSP },
        state: { psp: PSP, result: resultCode },
      },
    })
  })

  it('names a fault of the request, for the log: its amount', () => {
    const fault = { status: 'failed', declineCode: 'processing_error' }
    expect(read({ resultCode: 'Refused', refusalReasonCode: '7' })).toMatchObject({
      outcome: { ...fault, requestFault: 'refusal code 7' },
    })
  })

  it.each(['Pending', 'Received'])('%s is under way', (resultCode) => {
    expect(read({ resultCode })).toEqual({
      says: 'outcome',
      outcome: { status: 'processing', state: { result: resultCode } },
    })
  })

  it.each([
    'PartiallyAuthorised',
    'AuthenticationFinished',
    'AuthenticationNotRequired',
    'ChallengeShopper',
    'IdentifyShopper',
    'PresentToShopper',
    'Success',
    'Unheard',
  ])('%s says nothing, and is released', (resultCode) => {
    expect(read({ resultCode, pspReference: PSP })).toEqual({
      says: 'open',
      why: resultCode,
      release: PSP,
    })
    expect(read({ resultCode })).toEqual({ says: 'open', why: resultCode })
  })

  it.each([{}, { resultCode: 5 }, { resultCode: 'a canary' }, { resultCode: '' }])(
    '%j says nothing',
    (body) => {
      expect(read(body)).toEqual({ says: 'open', why: 'no result' })
    },
  )
})

const URL = 'https://checkoutshopper-test.adyen.com/checkoutshopper/threeDS/redirect?a=b'
const redirect = (changes: object = {}) => ({
  resultCode: 'RedirectShopper',
  action: { type: 'redirect', method: 'GET', url: URL, ...changes },
})

describe('a redirect', () => {
  it('asks the shopper to go there', () => {
    expect(read(redirect())).toEqual({
      says: 'outcome',
      outcome: {
        status: 'requires_action',
        action: { type: 'challenge', url: URL },
        state: { result: 'RedirectShopper' },
      },
    })
    expect(read({ ...redirect({ data: {} }), pspReference: PSP })).toEqual({
      says: 'outcome',
      outcome: {
        status: 'requires_action',
        action: { type: 'challenge', url: URL },
        references: { processorReference: PSP },
        state: { psp: PSP, result: 'RedirectShopper' },
      },
    })
  })

  it.each<[string, object]>([
    ['by POST', { method: 'POST' }],
    ['with data to post', { data: { MD: 'canary' } }],
    ['by no method', { method: undefined }],
    ['of another type', { type: 'threeDS2' }],
    ['to nowhere', { url: undefined }],
    ['to another host', { url: 'https://adyen.example/' }],
  ])('S-155: %s is not followed, and the payment is released', (_, changes) => {
    expect(read({ ...redirect(changes), pspReference: PSP })).toEqual({
      says: 'unusable',
      why: 'RedirectShopper by a redirect that is not followed',
      release: PSP,
    })
    expect(read({ resultCode: 'RedirectShopper' })).toMatchObject({ says: 'unusable' })
  })

  const LIVE = accountOf({
    environment: 'production',
    settings: { ...SETTINGS, livePrefix: '1797a841fbb37ca7-AdyenDemo' },
  })
  const MORE = accountOf({ settings: { ...SETTINGS, returnHosts: ['pal-test.adyen.com'] } })
  const FAKE = accountOf({ settings: { ...SETTINGS, shopperUrl: 'http://127.0.0.1:14301/' } })

  it.each<[string, typeof LIVE, string, boolean]>([
    ['test', ACCOUNT, URL, true],
    ['test', ACCOUNT, 'https://checkoutshopper-live.adyen.com/x', false],
    ['test', ACCOUNT, 'http://checkoutshopper-test.adyen.com/x', false],
    ['test', ACCOUNT, 'https://checkoutshopper-test.adyen.com:8443/x', false],
    ['test', ACCOUNT, 'https://checkoutshopper-test.adyen.com@evil.example/x', false],
    ['test', ACCOUNT, 'https://user@checkoutshopper-test.adyen.com/x', false],
    ['test', ACCOUNT, 'https://checkoutshopper-test.adyen.com.evil.example/x', false],
    ['test', ACCOUNT, 'https://evil.example/?https://checkoutshopper-test.adyen.com/', false],
    ['test', ACCOUNT, 'javascript:alert(1)', false],
    ['test', ACCOUNT, '/checkoutshopper', false],
    ['test', ACCOUNT, `${URL}${'x'.repeat(8192)}`, false],
    ['test', ACCOUNT, 'https://pal-test.adyen.com/x', false],
    ['test with a further host', MORE, 'https://pal-test.adyen.com/x', true],
    ['test with a further host', MORE, 'http://pal-test.adyen.com/x', false],
    ['test with a fake', FAKE, 'http://127.0.0.1:14301/checkoutshopper', true],
    ['test with a fake', FAKE, 'http://127.0.0.1:14302/checkoutshopper', false],
    ['live', LIVE, 'https://checkoutshopper-live.adyen.com/x', true],
    ['live', LIVE, 'https://checkoutshopper-live-us.adyen.com/x', true],
    ['live', LIVE, 'https://checkoutshopper-live-apse.adyen.com/x', true],
    ['live', LIVE, 'https://checkoutshopper-live-.adyen.com/x', false],
    ['live', LIVE, 'https://checkoutshopper-livexus.adyen.com/x', false],
    ['live', LIVE, 'https://checkoutshopper-live-us.adyen.com:444/x', false],
    ['live', LIVE, 'http://checkoutshopper-live-us.adyen.com/x', false],
    ['live', LIVE, 'https://checkoutshopper-test.adyen.com/x', false],
  ])('S-155: in %s may lead to %#: %s', (_, account, url, isAllowed) => {
    expect(isRedirectAllowed(account, url)).toBe(isAllowed)
  })
})

it('any answer is read, and holds only what was read as held', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (body, pspReference) => {
      const { says } = read({ ...Object(body), pspReference })
      expect(['outcome', 'open', 'unusable']).toContain(says)
    }),
  )
})
