import { describe, expect, it } from 'vitest'
import { contextOf, SETTINGS } from '#proof/testing/adyen/test-account.ts'
import { PAYMENT } from '#proof/testing/adyen/test-payments.ts'
import { isProcessorRefused, type ProcessorPayment } from '../processor.ts'
import { paymentRequest } from './payment-request.ts'
import { readAccount } from './settings.ts'

const requestOf = (changes: Partial<ProcessorPayment> = {}, settings: object = {}) =>
  paymentRequest(readAccount(contextOf({ settings: { ...SETTINGS, ...settings } })), {
    ...PAYMENT,
    ...changes,
  })

describe('the request for a payment', () => {
  it('is what the document has, and no more', () => {
    expect(requestOf()).toEqual({
      amount: { currency: 'BRL', value: 25_990 },
      merchantAccount: 'NorteBR',
      reference: 'pay_0Tq4mFhZ7Rk2vXw9sLd3Ye',
      merchantOrderReference: 'cs_0Tq4mFhZ7Rk2vXw9sLd3Ye',
      paymentMethod: { type: 'scheme', encryptedCard: 'e30.card-canary.c.d.e' },
      additionalData: { manualCapture: 'true' },
      channel: 'Web',
      origin: 'https://pay.norte.example',
      returnUrl: 'https://pay.norte.example/c/abc?from=challenge',
      redirectToIssuerMethod: 'GET',
      redirectFromIssuerMethod: 'GET',
      authenticationData: { threeDSRequestData: { nativeThreeDS: 'disabled' } },
      browserInfo: {
        acceptHeader: '*/*',
        colorDepth: 24,
        javaEnabled: false,
        language: 'pt-BR',
        screenHeight: 720,
        screenWidth: 1280,
        timeZoneOffset: 180,
        userAgent: 'Browser/1',
      },
      shopperIP: '203.0.113.7',
      shopperEmail: 'ana@example.com',
      shopperName: { firstName: 'Ana', lastName: 'Souza' },
      shopperLocale: 'pt-BR',
      countryCode: 'BR',
      socialSecurityNumber: '52998224725',
      shopperStatement: 'Norte',
      applicationInfo: { merchantApplication: { name: 'Hosted Checkout', version: '1' } },
    })
  })

  it.each<[string, object, object, object]>([
    ['automatic', {}, { holdAs: 'pre' }, { manualCapture: 'true' }],
    ['manual', { captureMethod: 'manual' }, {}, { manualCapture: 'true' }],
    [
      'manual, as a pre-authorisation',
      { captureMethod: 'manual' },
      { holdAs: 'pre' },
      { manualCapture: 'true', authorisationType: 'PreAuth' },
    ],
    [
      'manual, as a final one',
      { captureMethod: 'manual' },
      { holdAs: 'final' },
      { manualCapture: 'true', authorisationType: 'FinalAuth' },
    ],
  ])('holds the amount, also where its capture is %s', (_, changes, settings, expected) => {
    expect(requestOf(changes, settings).additionalData).toEqual(expected)
  })

  it.each<[string, number, object | undefined]>([
    ['BRL', 1, undefined],
    ['BRL', 3, { value: 3 }],
    ['JPY', 3, { value: 3 }],
    ['MXN', 6, { value: 6, plan: 'regular' }],
    ['EUR', 1, undefined],
  ])('has installments in %s: %i', (currency, installments, expected) => {
    const method = { type: 'card', encryptedCard: 'a', installments } as const
    expect(requestOf({ currency, method }).installments).toEqual(expected)
  })

  it('writes the amount as Adyen does', () => {
    expect(requestOf({ currency: 'CLP', amountMinor: 500 }).amount.value).toBe(50_000)
  })

  it('has the statement of the settings before the name', () => {
    expect(requestOf({}, { statement: 'NORTE 1' }).shopperStatement).toBe('NORTE 1')
    expect(requestOf({ merchantName: '東京' })).not.toHaveProperty('shopperStatement')
  })

  it.each<[string, object]>([
    ['another method', { method: { type: 'pix', expiresAt: new Date(0) } }],
    [
      'installments where there are none',
      { currency: 'EUR', method: { type: 'card', encryptedCard: 'a', installments: 2 } },
    ],
    ['cents that Adyen cannot write', { currency: 'CVE', amountMinor: 1050 }],
  ])('is refused before it is sent: %s', (_, changes) => {
    const request = () => {
      try {
        return requestOf(changes)
      } catch (error) {
        return error
      }
    }
    expect(request()).toSatisfy(isProcessorRefused)
  })
})
