import type { Context } from 'hono'
import type { Checkout, CreatePaymentInput } from '#contract/checkout.ts'
import { PaymentId } from '#contract/ids.ts'
import { LIMITS } from '#contract/limits.ts'
import { PaymentMethod } from '#contract/payment.ts'
import { METHODS } from '#domain/methods/methods.ts'
import { networkOfClient } from '#http/client.ts'
import { createCheckoutCalls } from './checkout-calls.ts'
import { pageCheckout } from './page-view.ts'
import { shopperBrowser } from './shopper-browser.ts'
import type { HttpRefusal } from '#http/http-refusal.ts'
import { readJson } from '#http/read-json.ts'
import { isFromOtherSite, isFromOwnPage } from '#http/same-origin.ts'
import { localeOf, refuseFor, type Site } from './site.ts'

const IDEMPOTENCY_KEY = new RegExp(`^[\\x21-\\x7e]{1,${LIMITS.idempotencyKeyLengthMax}}$`)
export const NOT_FOUND: HttpRefusal = { status: 404, code: 'not_found' }
export const OTHER_SITE: HttpRefusal = { status: 403, code: 'cross_site_forbidden' }

type Route = (context: Context) => Promise<Response>

/** The page's calls. Each responds with the session after the call. */
export function createPaymentRoutes(
  site: Site,
): Record<'read' | 'pay' | 'completeAction' | 'cancel' | 'simulate', Route> {
  const calls = createCheckoutCalls(site.client)

  /** Makes a call about the session of the URL, and responds in the shopper's language. */
  function answering(
    guard: (headers: Headers) => boolean,
    call: (context: Context, reference: string) => Promise<Checkout | HttpRefusal>,
  ): Route {
    return async (context) => {
      const requestId = site.newRequestId()
      const reference = context.req.param('reference') ?? ''
      if (!guard(context.req.raw.headers)) return site.answers.refused(OTHER_SITE, requestId)
      if (!site.isReference(reference)) {
        return site.answers.refused(NOT_FOUND, requestId)
      }
      const result = await call(context, reference).catch((error: unknown) =>
        refuseFor(site, error, { reference, requestId }),
      )
      if (!('object' in result)) return site.answers.refused(result, requestId)
      const locale = localeOf(site, context, result.locale)
      return site.answers.checkout(pageCheckout(result, locale), requestId)
    }
  }

  /** A call with side effects: from our own page only (CSRF), with a small JSON body. */
  function changing(
    call: (context: Context, reference: string, body: unknown) => Promise<Checkout | HttpRefusal>,
  ): Route {
    return answering(
      (headers) => isFromOwnPage(headers, site.ownOrigin),
      async (context, reference) => {
        const read = await readJson(context.req.raw)
        return read.ok ? call(context, reference, read.value) : read.refused
      },
    )
  }

  return {
    read: answering(
      (headers) => !isFromOtherSite(headers),
      (_context, reference) => calls.read(reference),
    ),

    pay: changing(async (context, reference, body) => {
      const idempotencyKey = context.req.header('idempotency-key') ?? ''
      if (!IDEMPOTENCY_KEY.test(idempotencyKey)) {
        return { status: 400, code: 'invalid_idempotency_key' }
      }
      const hasLocale = context.req.query('locale') !== undefined
      const locale = localeOf(site, context, null)
      const network = networkOfClient(context)
      const told = isObject(body) && 'browser' in body ? body.browser : undefined
      const payment = withVisit(body, {
        ...(hasLocale && { locale }),
        // Always, so that a browser cannot name another network.
        shopperNetwork: network,
        browser: shopperBrowser(context, told, locale),
      })
      const pay = () => calls.pay(reference, payment, idempotencyKey)
      return isOpenToCardTesting(body) ? site.cardLimit.run(network, pay) : pay()
    }),

    completeAction: changing(async (context, reference) => {
      const paymentId = PaymentId.safeParse(context.req.param('id'))
      if (!paymentId.success) return NOT_FOUND
      const checkout = await calls.completeAction(reference, paymentId.data)
      site.cardLimit.record(networkOfClient(context), checkout)
      return checkout
    }),

    cancel: changing((_context, reference) => calls.cancel(reference)),

    simulate: changing((_context, reference, outcome) => calls.simulate(reference, outcome)),
  }
}

function isOpenToCardTesting(payment: unknown): boolean {
  const method = PaymentMethod.safeParse(isObject(payment) && 'method' in payment && payment.method)
  return method.success && METHODS[method.data].isOpenToCardTesting
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Adds the visit's language, which the receipt will use, network and browser. The API refuses a body that is no object. */
function withVisit(
  payment: unknown,
  visit: Pick<CreatePaymentInput, 'locale' | 'shopperNetwork' | 'browser'>,
): unknown {
  return isObject(payment) ? { ...payment, ...visit } : payment
}
