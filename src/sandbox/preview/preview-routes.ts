import type { Context, Hono } from 'hono'
import { createAnswers } from '#page/bff/answers.ts'
import { createBoletoRoute } from '#page/bff/boleto-route.ts'
import { createDocumentTemplate } from '#page/bff/document.ts'
import type { LoadedBuild } from '#page/bff/load-build.ts'
import { createPageRoute } from '#page/bff/page-route.ts'
import { createImageRoute } from '#page/bff/image-route.ts'
import { createPaymentRoutes, OTHER_SITE } from '#page/bff/payment-routes.ts'
import { isFromOtherSite } from '#http/same-origin.ts'
import type { Site } from '#page/bff/site.ts'
import { createPageWriter } from '#page/bff/write-page.ts'
import { findState } from './states/states.ts'
import { checkComposition } from './check-composition.ts'
import { createPreviewClient } from './preview-client.ts'
import { withPreviewNote } from './preview-note.ts'
import { PREVIEW_PARAMETER, readPreviewReference } from './preview-reference.ts'

const AWAY_PATH = '/preview/away'
const BANK = 'bank'
const AWAY = {
  locale: 'en',
  direction: 'ltr',
  title: 'Here the shopper leaves the page',
  text: 'For the shop, or for the bank. In the preview the way ends here.',
} as const

/**
 * Serves the shopper's page for sessions encoded in the address. Only the preview can frame it, and it links nowhere.
 */
export function addPreview(app: Hono, site: Site, build: LoadedBuild): void {
  const template = createDocumentTemplate(build.manifest)
  const answers = createAnswers({
    checkoutUrl: site.ownOrigin,
    fieldsUrl: site.fieldsUrl,
    scriptHashes: template.scriptHashes,
    framedBySelf: true,
  })
  const preview: Site = {
    ...site,
    answers,
    client: {
      ...createPreviewClient({
        api: site.client,
        clock: site.clock,
        awayUrl: site.ownOrigin + AWAY_PATH,
        bankUrl: `${site.ownOrigin}${AWAY_PATH}?${BANK}`,
      }),
    },
    isReference: (text) => readPreviewReference(text) !== undefined,
  }
  const showFramed = createPageRoute(preview, createPageWriter(preview, build, template))
  const noted = withPreviewNote(template)
  const showAlone = createPageRoute(preview, createPageWriter(preview, build, noted))
  const { read, pay, completeAction, cancel, simulate } = createPaymentRoutes(preview)

  const base = `/api/checkout/${PREVIEW_PARAMETER}`
  app.get(`/c/${PREVIEW_PARAMETER}`, showPage)
  app.get(`/c/${PREVIEW_PARAMETER}/boleto.pdf`, createBoletoRoute(preview))
  app.get(base, read)
  // A preview has no changes to stream, and browsers limit the connections of its many frames.
  app.get(`${base}/events`, () => answers.stream(null, site.newRequestId()))
  app.post(`${base}/payments`, pay)
  app.post(`${base}/payments/:id/action`, completeAction)
  app.post(`${base}/cancel`, cancel)
  app.post(`${base}/simulate`, simulate)
  app.get(`${base}/images/:name`, createImageRoute(preview))
  app.get('/api/preview/:code', (context) => answerCheck(context))
  app.get(AWAY_PATH, leave)

  async function showPage(context: Context): Promise<Response> {
    const missing = missingSearch(context)
    if (missing !== undefined) return answers.redirect(missing, site.newRequestId())
    // Only our own preview can frame the page, and it already says that it is a preview.
    const isFramed = context.req.header('sec-fetch-dest') === 'iframe'
    return isFramed ? showFramed(context) : showAlone(context)
  }

  async function answerCheck(context: Context): Promise<Response> {
    const requestId = site.newRequestId()
    if (isFromOtherSite(context.req.raw.headers)) return answers.refused(OTHER_SITE, requestId)
    const checked = await checkComposition(context.req.param('code') ?? '', site.clock())
    if (checked === undefined) return answers.refused({ status: 404, code: 'not_found' }, requestId)
    return answers.data(checked, requestId)
  }

  /** Responds with a notice to a click, and in place of the bank. An automatic navigation gets a 204 and stays on its page. */
  function leave(context: Context): Response {
    const requestId = site.newRequestId()
    const isPressed = context.req.header('sec-fetch-user') === '?1'
    const isBank = context.req.query(BANK) !== undefined
    return isPressed || isBank
      ? answers.plainPage(200, requestId, AWAY)
      : answers.stream(null, requestId)
  }
}

/** The address with the state's search parameters added; undefined if it has them. The page reads them, then removes them. */
function missingSearch(context: Context): string | undefined {
  const reference = context.req.param('reference') ?? ''
  const search = findState(readPreviewReference(reference)?.state ?? '')?.search
  const url = new URL(context.req.url)
  if (search === undefined || url.search.includes(search)) return undefined
  const rest = url.search === '' ? '' : `&${url.search.slice(1)}`
  return `${url.pathname}?${search}${rest}`
}
