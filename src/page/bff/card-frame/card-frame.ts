import { type Context, Hono } from 'hono'
import type { CheckoutClient } from '../../../client/index.ts'
import type { Environment } from '../../../contract/environment.ts'
import type { RandomBytes } from '../../../domain/id.ts'
import { newRequestId } from '../../../domain/request-id.ts'
import { REPORTS_PATH } from '../../../contract/reports.ts'
import { acceptedEncoding } from '../accepted-encoding.ts'
import { chooseLocale } from '../choose-locale.ts'
import type { MissingBuild } from '../load-build.ts'
import type { Log } from '../log.ts'
import { NOT_BUILT, type PlainPage, plainPage } from '../plain-page.ts'
import type { CountReport } from '../reports/report.ts'
import { createTakeReports } from '../reports/take-reports.ts'
import { createFrameHeaders } from './frame-headers.ts'
import { createFrameDocuments } from './frame-documents.ts'
import type { LoadedCardFrame } from './load-card-frame.ts'

export interface CardFrameOptions {
  client: { checkout: Pick<CheckoutClient['checkout'], 'cardEncryptionKey'> }
  build: LoadedCardFrame | MissingBuild
  environment: Environment
  /** The page's origin, the only one that may frame this. */
  checkoutUrl: string
  /** The origin that browsers see, behind any proxy. */
  fieldsUrl: string
  log: Log
  /** Counts browser reports. */
  countReport?: CountReport | undefined
  clock: () => Date
  random?: RandomBytes
}

/** Serves the card frame: one document per language, and nothing else. */
export function createCardFrame(options: CardFrameOptions): {
  fetch: (request: Request) => Response | Promise<Response>
} {
  const { build, environment, log } = options
  const random = options.random ?? ((length) => crypto.getRandomValues(new Uint8Array(length)))
  if (build.kind === 'missing') {
    log.warn({ directory: build.directory }, "the card's frame is not built: run `npm run build`")
  } else if (build.manifest.environment !== environment) {
    throw new Error(
      `the card's frame was built for ${build.manifest.environment}, not for ${environment}`,
    )
  }

  const headers = createFrameHeaders({
    ...options,
    scriptHashes: build.kind === 'loaded' ? build.manifest.scriptHashes : [],
    styleHash: build.kind === 'loaded' ? build.manifest.styleHash : undefined,
  })
  const documents = build.kind === 'loaded' ? createFrameDocuments(options, build) : undefined

  const app = new Hono()
  app.get('/card/:locale', async (context) => {
    if (documents === undefined) return respond(503, NOT_BUILT)
    const encoding = acceptedEncoding(context.req.header('accept-encoding') ?? null)
    const body = await documents.read(context.req.param('locale'), encoding)
    return new Response(body, {
      headers: {
        ...headers.card,
        'X-Request-Id': newRequestId(random),
        ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
      },
    })
  })
  const takeReports = createTakeReports({
    document: 'card_frame',
    ownOrigin: new URL(options.fieldsUrl).origin,
    log,
    clock: options.clock,
    count: options.countReport ?? (() => undefined),
  })
  app.post(REPORTS_PATH, async (context) => {
    const refused = await takeReports(context.req.raw)
    const requestId = newRequestId(random)
    return new Response(null, {
      status: refused?.status ?? 204,
      headers: { ...headers.plain, 'X-Request-Id': requestId },
    })
  })
  app.notFound((context) => respond(404, pageFor(context, 'notFound')))
  app.onError((error, context) => {
    const requestId = newRequestId(random)
    log.error({ err: error, requestId }, "the card's frame could not be served")
    return respond(503, pageFor(context, 'refused'), requestId)
  })

  /** In the frame's language, else the browser's. */
  function pageFor(context: Context, name: 'notFound' | 'refused'): PlainPage {
    if (build.kind === 'missing') return NOT_BUILT
    const { locales, plainPages } = build.manifest
    const [, , ofFrame = null] = context.req.path.split('/')
    const acceptLanguage = context.req.header('accept-language') ?? null
    const locale = chooseLocale({ query: ofFrame, session: null, acceptLanguage }, locales)
    const page = plainPages[locale]
    return page === undefined ? NOT_BUILT : { locale, direction: page.direction, ...page[name] }
  }

  function respond(status: number, page: PlainPage, requestId = newRequestId(random)) {
    return new Response(plainPage(page), {
      status,
      headers: { ...headers.plain, 'X-Request-Id': requestId },
    })
  }

  return { fetch: (request) => app.fetch(request) }
}
