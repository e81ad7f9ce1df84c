import { Webhook } from 'standardwebhooks'
import { CheckoutClient, type Session } from '#client/index.ts'
import { exampleSession, MERCHANT_ID } from '../client/session.fixture.ts'
import { makeApiKey } from '#domain/api-key.ts'
import { signReturn } from '#domain/return-signature.ts'
import { createDemoStore } from '#sandbox/demo-store/demo-store.ts'
import type { ProcessorTestCard } from '#sandbox/test-cards/processor-test-card.ts'

export const STORE = 'http://localhost:4244'
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const now = new Date('2026-11-20T16:42:08.000Z')

/** The demo store, with the real client over an API that creates a session per idempotency key. */
export function openStore({
  broken = false,
  checkoutUrl = 'http://localhost:4242',
  cards,
}: {
  broken?: boolean
  checkoutUrl?: string
  cards?: readonly ProcessorTestCard[]
} = {}) {
  const sessions = new Map<string, Session>()
  const bodies: Record<string, unknown>[] = []
  const logged: string[] = []
  let time = now
  const client = new CheckoutClient(
    {
      apiKey: makeApiKey('sandbox', (length) => new Uint8Array(length).fill(7)),
      environment: 'sandbox',
      fetch: async (request) => {
        if (broken) throw new TypeError('fetch failed')
        if (request.method === 'GET') {
          const found = [...sessions.values()].find(({ id }) => request.url.endsWith(id))
          return Response.json(found)
        }
        const key = request.headers.get('idempotency-key') ?? ''
        const body = JSON.parse(await request.text())
        bodies.push(body)
        const id = `cs_${String(sessions.size + 1).padStart(22, '0')}`
        const url = `http://localhost:4242/c/${'0'.repeat(32)}${sessions.size + 1}`
        const made = exampleSession({ id, url, orderReference: body.orderReference })
        const session = sessions.get(key) ?? made
        sessions.set(key, session)
        return Response.json(session, { status: 201 })
      },
    },
    { sleep: async () => {} },
  )
  let orders = 0
  const store = createDemoStore({
    client,
    merchantId: MERCHANT_ID,
    webhookSecret: secret,
    storeUrl: STORE,
    checkoutUrl,
    cards,
    clock: () => time,
    random: (length) => new Uint8Array(length).fill(++orders),
    log: (message) => logged.push(message),
  })
  const get = async (path: string) => store.fetch(new Request(STORE + path))
  const text = async (path: string) => (await get(path)).text()
  const post = async (path: string, form: Record<string, string> = {}) =>
    store.fetch(new Request(STORE + path, { method: 'POST', body: new URLSearchParams(form) }))

  async function notify(
    session: Session,
    {
      id = 'evt_0350qmKLMuJ9K1lrKhvHIu',
      type = 'session.completed',
      sequence = 2,
      key = secret,
    } = {},
  ) {
    const body = JSON.stringify({
      id,
      type,
      timestamp: now.toISOString(),
      environment: 'sandbox',
      sequence,
      data: { session },
    })
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(time.getTime() / 1000),
      'webhook-signature': new Webhook(key).sign(id, time, body),
    }
    return store.fetch(new Request(`${STORE}/webhooks`, { method: 'POST', body, headers }))
  }

  /** Buys a shirt; returns the order's page and session. */
  async function buy() {
    await post('/orders', { product: 'linen-shirt' })
    const [id, session] = [...sessions].at(-1) ?? []
    if (id === undefined || session === undefined) throw new Error('no session was opened')
    return { id, session, page: `/orders/${id}` }
  }

  async function arrive(order: { page: string; session: Session }, status: string) {
    const target = STORE + order.page
    const url = await signReturn({
      target,
      sessionId: order.session.id,
      status,
      timestamp: time,
      secrets: [secret],
    })
    return url.slice(STORE.length)
  }

  return {
    store,
    get,
    text,
    post,
    notify,
    buy,
    arrive,
    sessions,
    bodies,
    logged,
    pass: (seconds: number) => {
      time = new Date(time.getTime() + seconds * 1000)
    },
  }
}

export const paid = { status: 'complete', paymentStatus: 'paid' } as const
