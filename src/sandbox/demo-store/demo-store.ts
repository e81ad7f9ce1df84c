import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { type CheckoutClient, isCheckoutError, isConnectionError } from '#client/index.ts'
import { loadAssets } from './assets.ts'
import { findProduct } from './catalog.ts'
import { checkArrival } from './check-arrival.ts'
import { notFoundPage, refusedPage, unreachablePage } from './message-page.ts'
import { orderPage, orderVersion } from './order-page.ts'
import { createOrders } from './orders.ts'
import { type Order, openSession, withSession } from './order.ts'
import { openPaymentPage, readOrderForm } from './place-order.ts'
import { productPage, SIMULATOR_CARDS } from './product-page.ts'
import { receiveWebhook } from './receive-webhook.ts'
import { securityHeaders } from './security-headers.ts'
import { shelfPage } from './shelf-page.ts'
import type { ProcessorTestCard } from '../test-cards/processor-test-card.ts'

const FORM_BYTES_MAX = 4 * 1024
const WEBHOOK_BYTES_MAX = 512 * 1024
const SESSIONS_PER_ORDER_MAX = 20
/** Crockford's Base32, which has no letters that are easily confused. */
const ORDER_ID_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const ORDER_ID_LENGTH = 12

export interface DemoStoreOptions {
  client: Pick<CheckoutClient, 'sessions'>
  merchantId: string
  webhookSecret: string
  /** The public address of the store, without a trailing slash. */
  storeUrl: string
  /** The origin of the payment pages: the only other origin to which the store's forms may lead. */
  checkoutUrl: string
  clock: () => Date
  /** The test cards that the page of a product names. Default: the simulator's. */
  cards?: readonly ProcessorTestCard[] | undefined
  random?: (length: number) => Uint8Array
  log?: (message: string) => void
}

/** A demo store that uses the public client as any merchant would: create, redirect, verify, apply. */
export function createDemoStore(options: DemoStoreOptions): {
  fetch: (request: Request) => Response | Promise<Response>
  /** Every registered route, for tests that check all of them. */
  routes: readonly { method: string; path: string }[]
} {
  const { webhookSecret, clock } = options
  const log = options.log ?? console.error
  const random = options.random ?? ((length) => crypto.getRandomValues(new Uint8Array(length)))
  const orders = createOrders()
  const assets = loadAssets()
  const store = new Hono()

  async function toPaymentPage(context: Context, order: Order): Promise<Response> {
    const session = await openPaymentPage(order, options)
    orders.save(withSession(orders.get(order.id) ?? order, session))
    return context.redirect(session.url, 303)
  }

  store.use(securityHeaders(options))

  store.get('/', (context) => context.html(shelfPage()))

  store.get('/products/:slug', (context) => {
    const product = findProduct(context.req.param('slug'))
    return product === undefined
      ? context.notFound()
      : context.html(productPage(product, options.cards ?? SIMULATOR_CARDS))
  })

  store.post('/orders', bodyLimit({ maxSize: FORM_BYTES_MAX }), async (context) => {
    const form = await context.req.parseBody()
    const order = readOrderForm(form, { id: newOrderId(random), placedAt: clock() })
    if (order === undefined) return context.html(refusedPage(), 422)
    orders.save(order)
    return toPaymentPage(context, order)
  })

  store.post('/orders/:id/payment-page', async (context) => {
    const order = orders.get(context.req.param('id'))
    if (order === undefined) return context.notFound()
    const open = openSession(order)
    // The order may not know of the session's end yet: its event can still be in delivery.
    const session = open === undefined ? open : await options.client.sessions.get(open.id)
    if (session?.status === 'open') return context.redirect(session.url, 303)
    if (order.sessions.length >= SESSIONS_PER_ORDER_MAX) return context.html(refusedPage(), 422)
    return toPaymentPage(context, order)
  })

  store.get('/orders/:id', async (context) => {
    const order = orders.get(context.req.param('id'))
    if (order === undefined) return context.notFound()
    const check = await checkArrival(order, context.req.url, { ...options, now: clock() })
    return context.html(orderPage(order, check))
  })

  store.get('/orders/:id/version', (context) => {
    const order = orders.get(context.req.param('id'))
    if (order === undefined) return context.notFound()
    return context.json({ version: orderVersion(order) })
  })

  store.post('/webhooks', bodyLimit({ maxSize: WEBHOOK_BYTES_MAX }), async (context) => {
    const rawBody = new Uint8Array(await context.req.arrayBuffer())
    const request = { rawBody, headers: context.req.raw.headers }
    return receiveWebhook(request, { orders, webhookSecret, now: clock() })
  })

  // `checkout chaos --state` compares this with the payments: only a merchant knows how often it fulfilled an order.
  store.get('/given-out/:sessionId', (context) =>
    context.json({ fulfilled: orders.timesFulfilled(context.req.param('sessionId')) }),
  )

  store.get('/assets/:name', (context) => {
    const asset = assets.get(context.req.param('name'))
    if (asset === undefined) return context.notFound()
    return context.body(asset.body, 200, {
      'content-type': asset.contentType,
      'cache-control': 'public, max-age=300',
    })
  })

  store.notFound((context) => context.html(notFoundPage(), 404))

  store.onError((error, context) => {
    log(`demo store: ${error.message}`)
    const isCheckout = isCheckoutError(error) || isConnectionError(error)
    return isCheckout ? context.html(unreachablePage(), 502) : context.html(refusedPage(), 500)
  })

  return store
}

/**
 * A new order number of 60 random bits. It is the idempotency key of the order's first session, so it must be unique.
 */
function newOrderId(random: (length: number) => Uint8Array): string {
  const digits = Array.from(random(ORDER_ID_LENGTH), (byte) =>
    ORDER_ID_ALPHABET.charAt(byte % ORDER_ID_ALPHABET.length),
  )
  return `V-${digits.join('')}`
}
