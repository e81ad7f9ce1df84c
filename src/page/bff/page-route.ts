import type { Context } from 'hono'
import { createCheckoutCalls } from './checkout-calls.ts'
import { networkOfClient } from '#http/client.ts'
import { createFormGuard } from './form-guard.ts'
import { methodOfForm } from './method-of-form.ts'
import { NOT_BUILT } from './plain-page.ts'
import { plainPageFor, refuseFor, type Site } from './site.ts'
import { answerTo, type Found, type PageWriter } from './write-page.ts'

/** In the sandbox, the reference under which testers see the error page. */
const BROKEN_REFERENCE = 'something-broke'
const RETRY_AFTER_SECONDS = 5

/** `GET /c/{reference}`: the page of a session, rendered on the server. */
export function createPageRoute(
  site: Site,
  page: PageWriter | undefined,
): (context: Context) => Promise<Response> {
  const find = createFindCheckout(site)
  const guard = createFormGuard(site.ownOrigin, site)

  return async (context) => {
    const requestId = site.newRequestId()
    if (page === undefined) {
      return site.answers.plainPage(503, requestId, NOT_BUILT)
    }
    const isHead = context.req.method === 'HEAD'
    // HEAD has nothing rendered, so it takes no permit.
    const release = isHead ? () => undefined : site.acquirePage(networkOfClient(context))
    if (release === undefined) return busy(context, requestId)
    try {
      const found = await find(context, requestId)
      if (isHead) return await site.answers.document(null, answerTo(context, found, requestId))
      return await page.write(context, found, { requestId, form: formFor(context, found) })
    } finally {
      release()
    }
  }

  /** Load shedding: a cheap page that reloads soon. */
  function busy(context: Context, requestId: string) {
    const page = { ...plainPageFor(site, context, 'busy'), refreshSeconds: RETRY_AFTER_SECONDS }
    return site.answers.plainPage(503, requestId, page, RETRY_AFTER_SECONDS)
  }

  /** Issues a form and its cookie only on request: the page itself sets no cookie. */
  function formFor(context: Context, { reference, checkout }: Found) {
    const method = checkout && methodOfForm(context, checkout)
    if (reference === null || method === null) return undefined
    const cookies = context.req.header('cookie') ?? null
    const { token, cookie } = guard.issue(reference, cookies)
    return { page: { method, token, values: null, problem: null }, cookie }
  }
}

/** Finds the session of the URL. */
export function createFindCheckout(site: Site) {
  const calls = createCheckoutCalls(site.client)

  return async (context: Context, requestId: string): Promise<Found> => {
    const reference = context.req.param('reference') ?? ''
    if (site.environment === 'sandbox' && reference === BROKEN_REFERENCE) {
      return { reference: null, checkout: null, refused: { status: 500, code: 'internal_error' } }
    }
    if (!site.isReference(reference)) {
      return { reference: null, checkout: null, refused: { status: 404, code: 'not_found' } }
    }
    try {
      return { reference, checkout: await calls.read(reference), refused: null }
    } catch (error) {
      const refused = refuseFor(site, error, { reference, requestId })
      // A well-formed unknown reference gets the same response as a malformed one.
      return { reference: refused.status === 404 ? null : reference, checkout: null, refused }
    }
  }
}
