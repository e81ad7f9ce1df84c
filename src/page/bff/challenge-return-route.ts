import type { Context } from 'hono'
import { NOT_FOUND } from './payment-routes.ts'
import { plainPageFor, type Site } from './site.ts'

/**
 * `GET /c/{reference}/challenge-return`: the end of a challenge. In a frame of the page, the response is the same for
 * every session, since the page itself requests the result; otherwise it redirects to the page.
 */
export function createChallengeReturnRoute(site: Site): (context: Context) => Response {
  return (context) => {
    const requestId = site.newRequestId()
    const reference = context.req.param('reference') ?? ''
    if (!site.isReference(reference)) {
      const page = plainPageFor(site, context, 'notFound')
      return site.answers.plainPage(NOT_FOUND.status, requestId, page)
    }
    // A browser without fetch metadata, such as Safari before 16.4, is redirected: the frame then shows nothing, and
    // the page goes on.
    if (context.req.header('sec-fetch-dest') === 'iframe')
      return site.answers.framedPage(requestId, plainPageFor(site, context, 'challengeReturn'))
    return site.answers.redirect(`/c/${reference}?from=challenge`, requestId)
  }
}
