import type { Context } from 'hono'
import { NOT_FOUND } from './payment-routes.ts'
import { plainPageFor, type Site } from './site.ts'
import { bringsSomething, createTakeReturned } from './take-returned.ts'

type Route = (context: Context) => Promise<Response>

/**
 * `GET` or `POST /c/{reference}/challenge-return`: the end of a challenge, with what it brings. In a frame of the page, the
 * response is the same for every session, since the page itself requests the result; otherwise it redirects to the page.
 */
export function createChallengeReturnRoute(site: Site): Route {
  const take = createTakeReturned(site)
  return async (context) => {
    const requestId = site.newRequestId()
    const reference = context.req.param('reference') ?? ''
    if (!site.isReference(reference)) {
      const page = plainPageFor(site, context, 'notFound')
      return site.answers.plainPage(NOT_FOUND.status, requestId, page)
    }
    const refused = await take(context, reference)
    if (refused !== undefined) return refused
    // A browser without fetch metadata, such as Safari before 16.4, is redirected: the frame then shows nothing, and
    // the page goes on.
    if (context.req.header('sec-fetch-dest') === 'iframe')
      return site.answers.framedPage(requestId, plainPageFor(site, context, 'challengeReturn'))
    return site.answers.redirect(`/c/${reference}?from=challenge`, requestId)
  }
}

/** The page's own address as the return from a challenge: with what came it leads to the address without it, else to `next`. */
export function returningBefore(site: Site, next: Route): Route {
  const take = createTakeReturned(site)
  return async (context) => {
    const { method } = context.req
    const reference = context.req.param('reference') ?? ''
    const isReturn = context.req.query('from') === 'challenge' && site.isReference(reference)
    const brings = method === 'POST' || (method === 'GET' && bringsSomething(context))
    if (!isReturn || !brings) return next(context)
    const refused = await take(context, reference)
    if (refused !== undefined) return refused
    const query = new URLSearchParams({ from: 'challenge' })
    const locale = context.req.query('locale')
    if (locale !== undefined) query.set('locale', locale)
    return site.answers.redirect(`/c/${reference}?${query}`, site.newRequestId())
  }
}
