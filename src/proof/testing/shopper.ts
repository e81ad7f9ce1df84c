import { randomUUID } from 'node:crypto'
import { Checkout, type CreatePaymentInput } from '#contract/checkout.ts'
import { Event, EventList } from '#contract/event.ts'
import { InstallmentPlan, Session, type CreateSessionInput } from '#contract/session.ts'
import { plansToSeal } from '#domain/method-discounts.ts'
import type { z } from 'zod'
import type { TestApi, TestMerchant } from './api.ts'
import type { Answer, HeaderList } from './caller.ts'
import { envelopeOf, sealCard } from './seal-card.ts'

/** A session, and what its shopper can do. */
export interface OpenSession {
  id: string
  session: Session
  reference: string
  /** Path prefix of its calls. */
  checkoutPath: string
  /** Its card, encrypted to the processor, is put in an envelope for the `idempotency-key`, or for a new one. */
  pay(body: CreatePaymentInput, headers?: HeaderList): Promise<Answer>
  /** The body that `pay` sends. */
  paymentOf(body: CreatePaymentInput, idempotencyKey: string): CreatePaymentInput
  payByCard(number: string, headers?: HeaderList): Promise<Answer>
  /** The shopper's view. */
  look(): Promise<Checkout>
  /** The merchant's view. */
  read(): Promise<Session>
  /** Its events, oldest first. */
  notifications(): Promise<z.infer<typeof Event>['notification'][]>
}

const EMAIL = { customer: { email: 'maria@example.com' } }

/** Creates a session of R$ 259,90 with the shopper's e-mail. */
export async function createTestSession(
  api: TestApi,
  changes: Partial<CreateSessionInput> = {},
  merchant: TestMerchant = api.merchant,
): Promise<OpenSession> {
  const asked = { merchantId: merchant.id, amount: 25_990, currency: 'BRL', ...EMAIL, ...changes }
  const session = (await merchant.post('/v1/sessions', asked)).as(Session)
  const reference = session.url.slice(session.url.lastIndexOf('/') + 1)
  const checkoutPath = `/v1/checkout/${reference}`
  const paymentOf: OpenSession['paymentOf'] = (body, idempotencyKey) =>
    inEnvelope(api, { ...session, plan: changes.installments }, body, idempotencyKey)
  const pay: OpenSession['pay'] = (body, headers = {}) => {
    const key = headers['idempotency-key'] ?? (body.method === 'card' ? randomUUID() : undefined)
    if (key === undefined) return api.checkout.post(`${checkoutPath}/payments`, body, headers)
    const sent = { ...headers, 'idempotency-key': key }
    return api.checkout.post(`${checkoutPath}/payments`, paymentOf(body, key), sent)
  }
  return {
    id: session.id,
    session,
    reference,
    checkoutPath,
    pay,
    paymentOf,
    payByCard: async (number, headers) => pay(await cardBody(api, number), headers),
    look: async () => (await api.checkout.get(checkoutPath)).as(Checkout),
    read: async () => (await merchant.get(`/v1/sessions/${session.id}`)).as(Session),
    async notifications() {
      const { data } = (await merchant.get(`/v1/events?limit=100&sessionId=${session.id}`)).as(
        EventList,
      )
      return data
        .map((event) => event.notification)
        .toSorted((one, other) => one.sequence - other.sequence)
    },
  }
}

/** Puts the card in an envelope within the process, so that a test counts no call for it. */
function inEnvelope(
  { context: { keys, wallClock } }: TestApi,
  session: Session & { plan: CreateSessionInput['installments'] },
  body: CreatePaymentInput,
  idempotencyKey: string,
): CreatePaymentInput {
  if (body.method !== 'card') return body
  const { id: sessionId, merchantId, currency, amount, plan } = session
  const installments = plan === undefined ? null : InstallmentPlan.parse(plan)
  const plans = plansToSeal({ amountMinor: amount, details: { ...session, installments } })
  const seal = {
    envelopeKey: keys.cardEnvelopes.publicKey,
    sessionId,
    merchantId,
    currency,
    plans,
  }
  const sealedFor = { idempotencyKey, installments: body.installments, now: wallClock() }
  return {
    ...body,
    card: { ...body.card, encrypted: envelopeOf(body.card.encrypted, seal, sealedFor) },
  }
}

/** The body of a card that is encrypted to the processor. */
export async function cardBody(api: TestApi, number: string) {
  const key = await api.context.processor.cardEncryptionKey()
  return {
    method: 'card',
    card: {
      encrypted: await sealCard(key, number),
      brand: 'visa',
      lastFour: number.slice(-4),
    },
  } as const satisfies CreatePaymentInput
}

/** A card that nothing decrypts, for scripted processors. */
export const SEALED_CARD = {
  method: 'card',
  card: { encrypted: 'a.b.c.d.e', brand: 'visa', lastFour: '4242' },
} as const satisfies CreatePaymentInput

/** Creates a session that is paid by card. */
export async function createPaidSession(
  api: TestApi,
  changes: Partial<CreateSessionInput> = {},
): Promise<OpenSession> {
  const open = await createTestSession(api, changes)
  const paid = (await open.payByCard('4242424242424242')).as(Checkout)
  if (paid.status !== 'complete') throw new Error('the session was not paid')
  return open
}
