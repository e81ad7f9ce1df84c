import type { Context } from 'hono'
import type { Checkout } from '#contract/checkout.ts'
import { PaymentId } from '#contract/ids.ts'
import type { PaymentMethod } from '#contract/payment.ts'
import { createCheckoutCalls } from './checkout-calls.ts'
import { idempotencyKeyOf, createFormGuard } from './form-guard.ts'
import { methodOfForm } from './method-of-form.ts'
import { createFindCheckout } from './page-route.ts'
import { pageCheckout } from './page-view.ts'
import { NOT_BUILT } from './plain-page.ts'
import { networkOfClient } from '#http/client.ts'
import type { HttpRefusal } from '#http/http-refusal.ts'
import { isBroken, pageProblem } from './problem.ts'
import { readFormBody } from './read-form-body.ts'
import { isFromOwnOrigin } from '#http/same-origin.ts'
import { localeOf, plainPageFor, refuseFor, type Site } from './site.ts'
import type { PageWriter } from './write-page.ts'

const STALE: HttpRefusal = { status: 403, code: 'form_stale' }
const INVALID: HttpRefusal = { status: 422, code: 'validation_failed' }

interface SentForm {
  reference: string
  checkout: Checkout
  method: PaymentMethod
  token: string
  /** Id of the live payment when the form was shown. */
  replaces: string | undefined
  values: Readonly<Record<string, string>>
}

/** `POST /c/{reference}`: a form without script. Redirects to the page (303), or shows the form with its errors. */
export function createFormRoute(
  site: Site,
  page: PageWriter | undefined,
): (context: Context) => Promise<Response> {
  const find = createFindCheckout(site)
  const calls = createCheckoutCalls(site.client)
  const guard = createFormGuard(site.ownOrigin, site)

  return async (context) => {
    const requestId = site.newRequestId()
    if (page === undefined) {
      return site.answers.plainPage(503, requestId, NOT_BUILT)
    }
    if (!isFromOwnOrigin(context.req.raw.headers, site.ownOrigin))
      return refuseUnread(context, 403, requestId)
    const body = await readFormBody(context.req.raw)
    if (!body.ok) return refuseUnread(context, body.refused.status, requestId)
    const found = await find(context, requestId)
    const { reference, checkout } = found
    if (reference === null || checkout === null) return page.write(context, found, { requestId })

    const method = methodOfForm(context, checkout)
    const { token = '', replaces, ...values } = body.fields
    if (method === null || isOvertaken(checkout, replaces)) return toPage(context, reference)
    const form = { reference, checkout, method, token, replaces, values }
    const refused = await pay(context, form, requestId)
    if (refused === undefined || isShownByPage(refused)) return toPage(context, reference)
    if (isBroken(refused)) {
      return page.write(context, { reference, checkout: null, refused }, { requestId })
    }
    return showAgain(page, context, form, { requestId, refused })

    function toPage(context: Context, reference: string) {
      const query = new URLSearchParams({ from: 'form' })
      const locale = context.req.query('locale')
      if (locale !== undefined) query.set('locale', locale)
      const location = `/c/${reference}?${query}`
      return site.answers.redirect(location, requestId, guard.expireCookie(reference))
    }
  }

  /** Pays as the form says; returns the refusal, if any. */
  async function pay(context: Context, form: SentForm, requestId: string) {
    const { reference, checkout, method, token, replaces, values } = form
    const cookies = context.req.header('cookie') ?? null
    if (!guard.accepts(reference, cookies, token)) return STALE
    const locale = localeOf(site, context, checkout.locale)
    const payment = page?.readForm(pageCheckout(checkout, locale), { method, values })
    if (payment == null) return INVALID
    const replacing = replaces === undefined ? payment : { ...payment, replacePaymentId: replaces }
    try {
      const visit = { locale, shopperNetwork: networkOfClient(context) }
      await calls.pay(reference, { ...replacing, ...visit }, idempotencyKeyOf(token))
      return undefined
    } catch (error) {
      return refuseFor(site, error, { reference, requestId })
    }
  }

  /** Shows the form again, with its values and its errors. */
  async function showAgain(
    page: PageWriter,
    context: Context,
    { reference, checkout, method, values }: SentForm,
    { requestId, refused }: { requestId: string; refused: HttpRefusal },
  ) {
    // After an accepted form the browser gets a new secret; after a stale one it keeps its secret, for its other tabs.
    const kept = refused === STALE ? (context.req.header('cookie') ?? null) : null
    const { token, cookie } = guard.issue(reference, kept)
    const problem = pageProblem(refused, requestId)
    return page.write(
      context,
      { reference, checkout, refused: null },
      {
        requestId,
        status: refused.status,
        retryAfterSeconds: refused.retryAfterSeconds,
        form: { page: { method, token, values, problem }, cookie },
      },
    )
  }

  function refuseUnread(context: Context, status: number, requestId: string) {
    return site.answers.plainPage(status, requestId, plainPageFor(site, context, 'formRefused'))
  }
}

/** Whether the session's payment has changed since the form was issued; the page then shows that payment. */
function isOvertaken({ payment }: Checkout, replaces: string | undefined): boolean {
  if (replaces !== undefined && !PaymentId.safeParse(replaces).success) return true
  const isLive = payment !== null && payment.status !== 'failed'
  return isLive && payment.id !== replaces
}

/** Whether the page shows the state that explains the refusal. */
function isShownByPage({ status }: HttpRefusal): boolean {
  return status === 404 || status === 409 || status === 410
}
