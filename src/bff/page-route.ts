import type { Context } from 'hono'
import type { Checkout } from '../contract/checkout.ts'
import { Reference } from '../contract/ids.ts'
import type { LoadedBuild, MissingBuild } from './load-build.ts'
import { createCheckoutCalls } from './checkout-calls.ts'
import type { DocumentTemplate } from './document.ts'
import { pageCheckout } from './page-view.ts'
import { pageProblem, type Refused } from './problem.ts'
import { localeOf, refuseFor, type Site } from './site.ts'

type Found = { reference: string | null } & (
  | { checkout: Checkout; refused: null }
  | { checkout: null; refused: Refused }
)

/** In the sandbox, the address where a tester sees the page of a failure. */
const BROKEN_REFERENCE = 'something-broke'

/** `GET /c/{reference}`: the page of a session, complete in its first answer. */
export function createPageRoute(
  site: Site,
  build: LoadedBuild | MissingBuild,
  template: DocumentTemplate | undefined,
): (context: Context) => Promise<Response> {
  const calls = createCheckoutCalls(site.client)

  return async (context) => {
    const requestId = site.newRequestId()
    if (build.kind === 'missing' || template === undefined) {
      return site.answers.plainPage(503, requestId, 'The page is not built', 'Run `npm run build`.')
    }
    const { reference, checkout, refused } = await find(context, requestId)
    const locale = localeOf(site, context, checkout?.locale ?? null)
    const page = build.renderPage({
      locale,
      reference,
      checkout: checkout && pageCheckout(checkout, locale),
      problem: refused && pageProblem(refused, requestId),
      search: new URL(context.req.url).search,
    })
    return site.answers.document(template.write(page, locale), {
      status: refused?.status ?? 200,
      requestId,
      acceptEncoding: context.req.header('accept-encoding') ?? null,
      retryAfterSeconds: refused?.retryAfterSeconds,
    })
  }

  async function find(context: Context, requestId: string): Promise<Found> {
    const reference = context.req.param('reference') ?? ''
    if (site.environment === 'sandbox' && reference === BROKEN_REFERENCE) {
      return { reference: null, checkout: null, refused: { status: 500, code: 'internal_error' } }
    }
    if (!Reference.safeParse(reference).success) {
      return { reference: null, checkout: null, refused: { status: 404, code: 'not_found' } }
    }
    try {
      return { reference, checkout: await calls.read(reference), refused: null }
    } catch (error) {
      const refused = refuseFor(site, error, { reference, requestId })
      return { reference, checkout: null, refused }
    }
  }
}
