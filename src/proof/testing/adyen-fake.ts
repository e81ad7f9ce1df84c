import { CompactEncrypt, importJWK } from 'jose'
import { expect, onTestFinished } from 'vitest'
import type { BadDays } from '#sandbox/fakes/adyen/bad-days.ts'
import { createAdyenFake, type AdyenFake } from '#sandbox/fakes/adyen/adyen-fake.ts'
import {
  cardCertificate,
  otherMerchant,
  TEST_HMAC_KEY,
  testMerchant,
  type Merchant,
  type Sealing,
} from '#sandbox/fakes/adyen/merchants.ts'
import type { Variant } from '#sandbox/fakes/adyen/variant.ts'
import type { Journal } from '#sandbox/fakes/shared/journal.ts'
import { checkFetch } from '../documents/check-fetch.ts'
import { createAdyenValidator } from '../documents/validate-adyen.ts'
import type { MessageValidator } from '../documents/validate-message.ts'
import { createDice } from '../campaigns/shared/dice.ts'
import { isObject, type Json, type JsonObject } from '../documents/json.ts'
import { createTestClock } from './test-clock.ts'

const START = new Date('2026-11-20T15:00:00Z')
const RESOLUTION = 1_000_000
const API = 'https://adyen.test/v72'

const SHOPPER_URL = 'https://shopper.adyen.test'
export const WEBHOOK = {
  url: 'https://store.test/adyen',
  hmacKey: TEST_HMAC_KEY,
  merchantAccount: testMerchant().account,
}
/** Number of Adyen's test card for Visa. */
export const VISA = '4111111111111111'
export const CHALLENGED_VISA = '4212345678910006'
export const MAESTRO = '6771830000000000006'

export interface AdyenAnswer {
  status: number
  headers: Headers
  /** Empty where the answer is no JSON object. */
  body: JsonObject
}

export interface TestAdyen extends AdyenFake {
  call: (
    path: string,
    body: object,
    more?: { key?: string; apiKey?: string },
  ) => Promise<AdyenAnswer>
  /** `POST /payments` of a sealed card; returns its answer. */
  pay: (more?: PayOptions) => Promise<AdyenAnswer>
  /** A payment that is authorised; returns its psp reference. */
  authorise: (more?: PayOptions) => Promise<string>
  /** An authorised payment whose whole amount is captured. */
  capture: (value?: number, more?: PayOptions) => Promise<string>
  /** Advances the clock, and does what is due by then. */
  pass: (durationMs: number) => Promise<void>
  /** Items of webhooks that arrived, in order. */
  items: JsonObject[]
  /** The codes of `items`, each with its success. */
  told: () => string[]
  /** The kinds and values of the ledger. */
  booked: () => string[]
  answerWebhooksWith: (status: number) => void
  waited: number[]
}

export interface PayOptions {
  number?: string
  holderName?: string
  reference?: string
  value?: number
  key?: string
  sealing?: Sealing
  sealedAt?: Date
  body?: object
}

interface Options {
  /** Leaves the messages unvalidated, for what breaks the documents. */
  isUnchecked?: boolean
  seed?: number
  badDays?: BadDays
  variant?: Partial<Variant>
  journal?: Journal
  merchant?: Partial<Merchant>
}

let shared: MessageValidator | undefined
/** One validator for all tests of a file, since compiling the documents takes a while. */
const validator = () => (shared ??= createAdyenValidator())

/** The fake, with a webhook. Its messages, in and out, are validated by the documents when the test ends. */
export function openTestAdyen({
  seed = 1,
  badDays,
  variant,
  journal,
  merchant,
  isUnchecked = false,
}: Options = {}): TestAdyen {
  const clock = createTestClock(START)
  const dice = createDice(seed)
  const own = testMerchant(merchant)
  const items: JsonObject[] = []
  const waited: number[] = []
  const faults: string[] = []
  let webhookStatus = 200
  const fake = createAdyenFake({
    merchants: [own, otherMerchant()],
    clock: () => clock.now(),
    random: () => dice.below(RESOLUTION) / RESOLUTION,
    shopperUrl: SHOPPER_URL,
    async notify(request) {
      const { method, url, headers } = request
      const text = await request.text()
      if (!isUnchecked)
        faults.push(
          ...validator().webhook({ method, path: new URL(url).pathname, headers, body: text }),
        )
      const body = JSON.parse(text) as {
        notificationItems: { NotificationRequestItem: JsonObject }[]
      }
      items.push(...body.notificationItems.map((item) => item.NotificationRequestItem))
      return new Response(null, { status: webhookStatus })
    },
    wait: async (durationMs) => void waited.push(durationMs),
    hang: async () => new Response('hanging', { status: 418 }),
    ...(badDays && { badDays }),
    ...(variant && { variant }),
    ...(journal && { journal }),
  })
  fake.control.putWebhook(WEBHOOK)
  const fetch = isUnchecked
    ? fake.fetch
    : checkFetch(fake.fetch, { validator: validator(), basePath: '/v72', faults })
  if (!isUnchecked) onTestFinished(() => expect(faults).toEqual([]))

  async function call(
    path: string,
    body: object,
    { key, apiKey = own.apiKey }: { key?: string; apiKey?: string } = {},
  ): Promise<AdyenAnswer> {
    const response = await fetch(
      new Request(API + path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-api-key': apiKey,
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        body: JSON.stringify(body),
      }),
    )
    return { status: response.status, headers: response.headers, body: await objectOf(response) }
  }

  async function pay({
    number = VISA,
    holderName = 'Maria Silva',
    reference = 'pay_1',
    value = 1000,
    key,
    sealing = own.sealing,
    sealedAt = clock.now(),
    body,
  }: PayOptions = {}): Promise<AdyenAnswer> {
    const encryptedCard = await sealForAdyen({ number, holderName, sealing, sealedAt })
    const request = {
      amount: { currency: 'BRL', value },
      merchantAccount: own.account,
      paymentMethod: { type: 'scheme', encryptedCard, holderName },
      reference,
      returnUrl: 'https://pay.store.test/back?session=1',
      ...body,
    }
    return call('/payments', request, key === undefined ? {} : { key })
  }

  async function authorise(more: PayOptions = {}): Promise<string> {
    const { body } = await pay(more)
    if (body['resultCode'] !== 'Authorised') throw new Error(JSON.stringify(body))
    return textOf(body['pspReference'])
  }

  async function pass(durationMs: number): Promise<void> {
    clock.advance(durationMs)
    await fake.runDue()
  }

  return {
    ...fake,
    call,
    pay,
    authorise,
    async capture(value = 1000, more = {}) {
      const psp = await authorise({ value, ...more })
      const amount = { currency: 'BRL', value }
      await call(`/payments/${psp}/captures`, { merchantAccount: own.account, amount })
      await pass(10_000)
      return psp
    },
    pass,
    items,
    told: () => items.map((item) => `${textOf(item['eventCode'])} ${textOf(item['success'])}`),
    booked: () =>
      fake.control.ledger().map(({ kind, amount }) => `${kind} ${String(amount.value)}`),
    answerWebhooksWith(status) {
      webhookStatus = status
    },
    waited,
  }
}

/** Seals a card as the account wants it. */
export async function sealForAdyen({
  number,
  holderName,
  sealing,
  sealedAt,
  header = {},
}: {
  number: string
  holderName: string
  sealing: Sealing
  sealedAt: Date
  header?: object
}): Promise<string> {
  const { alg, enc } = sealing
  const key = await importJWK(
    cardCertificate().certificate.publicKey.export({ format: 'jwk' }),
    alg,
  )
  return new CompactEncrypt(new TextEncoder().encode(plainCard({ number, holderName, sealedAt })))
    .setProtectedHeader({ alg, enc, version: '1', ...header })
    .encrypt(key)
}

/** What is encrypted of a test card. */
export function plainCard(card: { number: string; holderName: string; sealedAt: Date }): string {
  const { number, holderName, sealedAt } = card
  return JSON.stringify({
    number,
    expiryMonth: '03',
    expiryYear: '2030',
    cvc: '737',
    holderName,
    generationtime: sealedAt.toISOString(),
  })
}

/** Text, or a boolean as a text. */
function textOf(value: Json | undefined): string {
  return typeof value === 'boolean' || typeof value === 'string' ? String(value) : ''
}

async function objectOf(response: Response): Promise<JsonObject> {
  const text = await response.text()
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}
