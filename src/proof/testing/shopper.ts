import { Checkout, type CreatePaymentInput } from '../../contract/checkout.ts'
import { Event, EventList } from '../../contract/event.ts'
import { Session, type CreateSessionInput } from '../../contract/session.ts'
import type { z } from 'zod'
import type { TestApi, TestMerchant } from './api.ts'
import type { Answer, HeaderList } from './caller.ts'
import { sealCard } from './seal-card.ts'

/** A session, and what its shopper can do. */
export interface OpenSession {
  id: string
  session: Session
  reference: string
  /** Path prefix of its calls. */
  checkoutPath: string
  pay(body: CreatePaymentInput, headers?: HeaderList): Promise<Answer>
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
  const pay: OpenSession['pay'] = (body, headers) =>
    api.checkout.post(`${checkoutPath}/payments`, body, headers)
  return {
    id: session.id,
    session,
    reference,
    checkoutPath,
    pay,
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

/** The body that the page sends for a card. */
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
