import { X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { TEST_KEYS } from '#domain/test-certificates.ts'
import refusals from '#proof/processors/adyen-facts/refusals.json' with { type: 'json' }
import {
  CHALLENGED_VISA,
  MAESTRO,
  openTestAdyen,
  sealForAdyen,
  VISA,
} from '#proof/testing/adyen-fake.ts'
import { kidOf } from './card.ts'
import { DAY_MS, HOUR_MS } from './deps.ts'
import { cardCertificate, otherMerchant, TEST_HMAC_KEY, testMerchant } from './merchants.ts'

const ACCOUNT = testMerchant().account
const NAMED: readonly Record<'code' | 'resultCode' | 'testHolderName', string | null>[] =
  refusals.filter(({ testHolderName }) => testHolderName !== null)

describe('POST /payments', () => {
  it('authorises a sealed card, books the hold and tells of it', async () => {
    const { pay, pass, items, booked } = openTestAdyen()
    const { status, body } = await pay()
    expect(status).toBe(200)
    expect(body).toEqual({
      pspReference: expect.stringMatching(/^[A-Z0-9]{16}$/),
      resultCode: 'Authorised',
      merchantReference: 'pay_1',
      amount: { currency: 'BRL', value: 1000 },
      paymentMethod: { brand: 'visa', type: 'scheme' },
    })
    expect(booked()).toEqual(['authorised 1000'])
    await pass(1000)
    expect(items).toMatchObject([
      {
        eventCode: 'AUTHORISATION',
        success: 'true',
        pspReference: body['pspReference'],
        merchantReference: 'pay_1',
        merchantAccountCode: ACCOUNT,
        reason: expect.stringMatching(/^\d{6}:1111:03\/2030$/),
        additionalData: { networkProcessingMode: 'auth', hmacSignature: expect.any(String) },
      },
    ])
  })

  it.each(NAMED)('refuses the holder $testHolderName with $code', async (refusal) => {
    const { pay, pass, told, booked } = openTestAdyen()
    const { body } = await pay({ holderName: refusal.testHolderName ?? '' })
    expect(body).toMatchObject({
      resultCode: refusal.resultCode,
      refusalReasonCode: refusal.code,
      refusalReason: expect.any(String),
    })
    await pass(1000)
    expect(told()).toEqual(['AUTHORISATION false'])
    expect(booked()).toEqual([])
  })

  it('takes the placeholders of tests, also where sealing is not enabled', async () => {
    const { pay } = openTestAdyen({ merchant: { hasSealing: false } })
    const paymentMethod = {
      type: 'scheme',
      encryptedCardNumber: `test_${VISA}`,
      encryptedExpiryMonth: 'test_03',
      encryptedExpiryYear: 'test_2030',
      encryptedSecurityCode: 'test_737',
    }
    expect(await pay({ body: { paymentMethod } })).toMatchObject({
      body: { resultCode: 'Authorised' },
    })
    expect(await pay()).toMatchObject({ status: 422, body: { errorCode: '174' } })
  })

  it.each([
    ['RSA-OAEP-256', 'A256GCM', 'none'],
    ['RSA-OAEP-256', 'A256CBC-HS512', 'x5t in hex'],
    ['RSA-OAEP', 'A256CBC-HS512', 'x5t#S256 in base64url'],
  ] as const)('opens cards sealed by %s and %s with kid %s alone', async (alg, enc, kid) => {
    const sealing = { alg, enc, kid }
    const { pay } = openTestAdyen({ merchant: { sealing } })
    const seal = (header: object) =>
      sealForAdyen({
        number: VISA,
        holderName: '',
        sealing,
        sealedAt: new Date('2026-11-20T15:00Z'),
        header,
      })
    const wanted = kidOf(cardCertificate().certificate, sealing)
    const withKid = (kid?: string) => (kid === undefined ? {} : { kid })
    const send = async (header: object) =>
      (
        await pay({
          body: { paymentMethod: { type: 'scheme', encryptedCard: await seal(header) } },
        })
      ).status
    expect(await send(withKid(wanted))).toBe(200)
    expect(await send(withKid(wanted === undefined ? 'other' : undefined))).toBe(422)
    expect(await send({ ...withKid(wanted), version: '2' })).toBe(422)
  })

  it('refuses a card that was sealed too long ago, or is wrong', async () => {
    const { pay, control } = openTestAdyen()
    const sealedAt = new Date(control.now().getTime() - 25 * HOUR_MS)
    expect(await pay({ sealedAt })).toMatchObject({ status: 422, body: { errorCode: '172' } })
    expect(await pay({ number: '4111111111111112' })).toMatchObject({ body: { errorCode: '101' } })
    const garbage = { paymentMethod: { type: 'scheme', encryptedCard: 'a.b.c.d.e' } }
    expect(await pay({ body: garbage })).toMatchObject({ status: 422, body: { errorCode: '174' } })
  })

  it.each([
    ['130', { reference: undefined }],
    ['100', { amount: undefined }],
    ['137', { amount: { currency: 'BRL', value: -1 } }],
    ['14_006', { paymentMethod: undefined }],
    ['14_030', { returnUrl: undefined }],
    ['901', { merchantAccount: 'OutraBR' }],
    ['702', { somethingElse: 1 }],
    ['702', { reference: 'x'.repeat(81) }],
  ])('answers %s for %j', async (errorCode, body) => {
    const { pay, booked } = openTestAdyen({ isUnchecked: true })
    expect(await pay({ body })).toMatchObject({ body: { errorCode } })
    expect(booked()).toEqual([])
  })

  it('knows its customers by their keys alone', async () => {
    const { call } = openTestAdyen()
    const body = { merchantAccount: ACCOUNT }
    expect(await call('/paymentMethods', body)).toMatchObject({
      status: 200,
      body: { paymentMethods: [{ type: 'scheme' }] },
    })
    expect(await call('/paymentMethods', body, { apiKey: 'x' })).toMatchObject({ status: 401 })
    const { apiKey } = otherMerchant()
    expect(await call('/paymentMethods', body, { apiKey })).toMatchObject({ status: 403 })
  })

  it('takes the money at once where the network does', async () => {
    const { pay, pass, items, booked } = openTestAdyen()
    await pay({ number: MAESTRO })
    await pass(1000)
    expect(booked()).toEqual(['authorised 1000', 'captured 1000'])
    expect(items).toMatchObject([{ additionalData: { networkProcessingMode: 'sale' } }])
  })
})

describe('a challenge', () => {
  it('sends the shopper away, and authorises by what they bring back', async () => {
    const { pay, call, control, booked } = openTestAdyen()
    const { body } = await pay({ number: CHALLENGED_VISA })
    expect(body).toEqual({
      resultCode: 'RedirectShopper',
      action: {
        type: 'redirect',
        method: 'GET',
        paymentMethodType: 'scheme',
        url: expect.stringMatching(
          /^https:\/\/shopper\.adyen\.test\/checkoutshopper\/threeDS\/redirect\?/,
        ),
      },
    })
    const { url } = body['action'] as { url: string }
    const back = new URL(control.answer(url, 'pass') ?? '')
    expect(back.searchParams.get('session')).toBe('1')
    const redirectResult = back.searchParams.get('redirectResult') ?? ''
    expect(redirectResult).toMatch(/[!+/%]/)
    expect(booked()).toEqual([])
    const details = { details: { redirectResult } }
    const first = await call('/payments/details', details)
    expect(first.body).toMatchObject({ resultCode: 'Authorised', merchantReference: 'pay_1' })
    expect((await call('/payments/details', details)).body).toEqual(first.body)
    expect(booked()).toEqual(['authorised 1000'])
  })

  it.each(['fail', 'cancel'] as const)('ends as refused: %s', async (choice) => {
    const { pay, call, control, booked } = openTestAdyen()
    const { body } = await pay({ number: CHALLENGED_VISA })
    const { url } = body['action'] as { url: string }
    const back = new URL(control.answer(url, choice) ?? '')
    const redirectResult = back.searchParams.get('redirectResult')
    expect(await call('/payments/details', { details: { redirectResult } })).toMatchObject({
      body: { resultCode: 'Refused', refusalReasonCode: '11' },
    })
    expect(booked()).toEqual([])
  })

  it('is an offer that closes after twelve hours', async () => {
    const { pay, pass, told, control } = openTestAdyen()
    const { body } = await pay({ number: CHALLENGED_VISA })
    const { url } = body['action'] as { url: string }
    expect(control.answer(url, 'close')).toBeUndefined()
    await pass(11 * HOUR_MS)
    expect(told()).toEqual([])
    await pass(2 * HOUR_MS)
    expect(told()).toEqual(['OFFER_CLOSED true'])
  })

  it('answers by variant: psp reference, page, second details', async () => {
    const { pay, call, control, booked } = openTestAdyen({
      variant: {
        pspReferenceOfRedirect: 'present',
        authorisedBy: 'page',
        detailsAgain: '704',
        redirectResult: 18_000,
      },
    })
    const { body } = await pay({ number: CHALLENGED_VISA })
    expect(body['pspReference']).toEqual(expect.any(String))
    const { url } = body['action'] as { url: string }
    const back = new URL(control.answer(url, 'pass') ?? '')
    expect(booked()).toEqual(['authorised 1000'])
    const redirectResult = back.searchParams.get('redirectResult') ?? ''
    expect(redirectResult).toHaveLength(18_000)
    const details = { details: { redirectResult } }
    expect(await call('/payments/details', details)).toMatchObject({ status: 200 })
    expect(await call('/payments/details', details)).toMatchObject({
      status: 422,
      body: { errorCode: '704' },
    })
  })
})

describe('an idempotency key', () => {
  it('repeats the answer for a week, and books once', async () => {
    const { call, authorise, booked, pass } = openTestAdyen()
    const psp = await authorise()
    const body = { merchantAccount: ACCOUNT, amount: { currency: 'BRL', value: 400 } }
    const path = `/payments/${psp}/captures`
    const first = await call(path, body, { key: 'cap-1' })
    expect(first.headers.get('idempotency-key')).toBe('cap-1')
    expect((await call(path, body, { key: 'cap-1' })).body).toEqual(first.body)
    await pass(5000)
    expect(booked()).toEqual(['authorised 1000', 'captured 400', 'cancelled 600'])
    await pass(8 * DAY_MS)
    expect((await call(path, body, { key: 'cap-1' })).body).not.toEqual(first.body)
  })

  it.each([
    ['first answer', 200],
    ['422', 422],
    ['704', 422],
  ] as const)('with another body, by variant: %s', async (otherBody, status) => {
    const { pay } = openTestAdyen({ variant: { otherBody } })
    await pay({ key: 'pay-1' })
    expect(await pay({ key: 'pay-1', value: 2000 })).toMatchObject({ status })
  })

  it('is running while the first request is', async () => {
    const { call, control } = openTestAdyen()
    const { sealing } = testMerchant()
    const sealed = { number: VISA, holderName: 'Maria Silva', sealing, sealedAt: control.now() }
    const body = {
      amount: { currency: 'BRL', value: 1000 },
      merchantAccount: ACCOUNT,
      paymentMethod: { type: 'scheme', encryptedCard: await sealForAdyen(sealed) },
      reference: 'pay_1',
      returnUrl: 'https://pay.store.test/back',
    }
    const [first, second] = await Promise.all([
      call('/payments', body, { key: 'pay-1' }),
      call('/payments', body, { key: 'pay-1' }),
    ])
    expect(first.status).toBe(200)
    expect(second.status).toBe(422)
    expect(second.headers.get('transient-error')).toBe('true')
  })
})

it('the keys of the test merchant are those that production refuses', () => {
  expect(TEST_KEYS).toEqual(new Set([testMerchant().apiKey, TEST_HMAC_KEY]))
})

it('the certificate of cards has an RSA key of 2048 bits', () => {
  const { certificate } = cardCertificate()
  expect(certificate).toBeInstanceOf(X509Certificate)
  expect(certificate.publicKey.asymmetricKeyDetails).toMatchObject({ modulusLength: 2048 })
})
