import { Session, type CreateSessionInput } from '#contract/session.ts'
import { newSessionBody } from '../session-body.ts'
import type { Caller } from '../../testing/caller.ts'

/** A session that was made through the API, and how often the filled database has a copy of it. */
export interface Template {
  sessionId: string
  /** Every idempotency key of its calls begins with this. */
  keyPrefix: string
  /** Relative frequency. */
  weight: number
  /** Copied only as a session of the last half hour, since some of its work is still under way. */
  isRecent: boolean
}

/** What a shopper and the processor do to a session. */
export interface Visit {
  sessionId: string
  simulate(body: { outcome: string; declineCode?: string }): Promise<void>
  refund(amount: number): Promise<void>
  cancel(): Promise<void>
  pay(method: 'pix' | 'boleto'): Promise<void>
}

interface Story {
  weight: number
  isRecent?: true
  receiver?: 'fails once' | 'fails for days'
  play: (visit: Visit) => Promise<void>
}

const paid = (visit: Visit) => visit.simulate({ outcome: 'pay' })
const declined = (visit: Visit) =>
  visit.simulate({ outcome: 'decline', declineCode: 'card_declined' })

/** Kinds of sessions, with their share of every thousand. Those for which time must pass come first. */
export const STORIES: readonly Story[] = [
  // The webhook endpoint fails for days.
  { weight: 3, receiver: 'fails for days', play: paid },
  { weight: 150, play: (visit) => visit.simulate({ outcome: 'expire' }) },
  {
    weight: 40,
    play: async (visit) => {
      await declined(visit)
      await declined(visit)
      await visit.simulate({ outcome: 'expire' })
    },
  },
  { weight: 3, play: (visit) => visit.simulate({ outcome: 'pix_paid_late' }) },
  { weight: 400, play: paid },
  {
    weight: 30,
    play: async (visit) => {
      await paid(visit)
      await visit.simulate({ outcome: 'dispute' })
    },
  },
  {
    weight: 80,
    play: async (visit) => {
      await declined(visit)
      await paid(visit)
    },
  },
  { weight: 170, play: (visit) => visit.simulate({ outcome: 'pix_paid' }) },
  { weight: 30, play: (visit) => visit.simulate({ outcome: 'boleto_paid' }) },
  { weight: 30, play: (visit) => visit.cancel() },
  {
    weight: 20,
    play: async (visit) => {
      await paid(visit)
      await visit.refund(1000)
      await visit.refund(500)
    },
  },
  {
    weight: 20,
    play: async (visit) => {
      await paid(visit)
      await visit.refund(AMOUNT)
    },
  },
  { weight: 10, isRecent: true, play: async () => undefined },
  { weight: 6, isRecent: true, play: (visit) => visit.pay('pix') },
  { weight: 4, isRecent: true, play: (visit) => visit.pay('boleto') },
  { weight: 1, isRecent: true, play: (visit) => visit.simulate({ outcome: 'processor_timeout' }) },
  { weight: 3, isRecent: true, receiver: 'fails once', play: paid },
]

/** What the cart of every template costs, in minor units. */
const AMOUNT = 25_740
export const ORDER = 'PEDIDO-TEMPLATE'
export const EMAIL = 'template@example.com'

function templateBody(merchantId: string): CreateSessionInput {
  return {
    ...newSessionBody(merchantId),
    shipping: { label: 'Entrega expressa', amount: 1490 },
    orderReference: ORDER,
    customer: { email: EMAIL, name: 'Maria da Silva', taxId: '11144477735' },
    metadata: { cart: ORDER, channel: 'web' },
  }
}

/** Creates a session and returns what can be done with it. Every call has an idempotency key that begins with `keyPrefix`. */
export async function openVisit(
  { merchant, checkout }: { merchant: Caller; checkout: Caller },
  merchantId: string,
  keyPrefix: string,
): Promise<Visit> {
  let calls = 0
  const post = async (caller: Caller, path: string, body: unknown) => {
    const answer = await caller.post(path, body, { 'idempotency-key': `${keyPrefix}${calls++}` })
    if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.text}`)
    return answer
  }
  const session = (await post(merchant, '/v1/sessions', templateBody(merchantId))).as(Session)
  const reference = session.url.slice(session.url.lastIndexOf('/') + 1)
  await checkout.get(`/v1/checkout/${reference}?afterVersion=0`)
  const simulation = `/v1/sandbox/sessions/${session.id}/simulate`
  return {
    sessionId: session.id,
    simulate: async (body) => void (await post(merchant, simulation, body)),
    refund: async (amount) =>
      void (await post(merchant, `/v1/sessions/${session.id}/refunds`, { amount })),
    cancel: async () => void (await post(merchant, `/v1/sessions/${session.id}/cancel`, {})),
    pay: async (method) =>
      void (await post(checkout, `/v1/checkout/${reference}/payments`, { method })),
  }
}
