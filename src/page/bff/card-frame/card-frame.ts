import { type Context, Hono } from 'hono'
import { METHOD_NAME_ALL } from 'hono/router'
import { isCheckoutError } from '#client/index.ts'
import type { Environment } from '#contract/environment.ts'
import type { RandomBytes } from '#domain/id.ts'
import { newRequestId } from '#domain/request-id.ts'
import { Reference } from '#contract/ids.ts'
import { REPORTS_PATH } from '#contract/reports.ts'
import { acceptedEncoding, type Encoding } from '#http/accepted-encoding.ts'
import { chooseLocale } from '../choose-locale.ts'
import { networkOfClient, type Client } from '#http/client.ts'
import { createMissLimit } from '../limits/misses.ts'
import type { MissingBuild } from '../load-build.ts'
import type { Log } from '#http/log.ts'
import { cancelUnreadBody } from '#http/unsent-body.ts'
import { NOT_BUILT, type PlainPage, plainPage } from '../plain-page.ts'
import type { CountReport } from '#http/reports/report.ts'
import { createTakeReports } from '#http/reports/take-reports.ts'
import { createFrameHeaders } from './frame-headers.ts'
import {
  createFrameDocuments,
  type FrameDocuments,
  type FrameDocumentsOptions,
} from './frame-documents.ts'
import type { LoadedCardFrame } from './load-card-frame.ts'

export interface CardFrameOptions extends FrameDocumentsOptions {
  build: LoadedCardFrame | MissingBuild
  environment: Environment
  /** The origin that browsers see, behind any proxy. */
  fieldsUrl: string
  log: Log
  /** Counts browser reports. */
  countReport?: CountReport | undefined
  random?: RandomBytes
}

/** The API's status codes for a session that is unknown, or no longer open. */
const NO_SESSION = [404, 409]

/** Serves the card frame: one document per session and language, and one for no session, which seals nothing. */
export function createCardFrame(options: CardFrameOptions): {
  /** `client` is absent for calls within the process. */
  fetch: (request: Request, client?: Client) => Response | Promise<Response>
  /** Every registered route, for tests that check all of them. */
  routes: readonly { method: string; path: string }[]
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
    sealingScriptHashes: build.kind === 'loaded' ? build.manifest.sealingScriptHashes : [],
    styleHash: build.kind === 'loaded' ? build.manifest.styleHash : undefined,
  })
  const documents = build.kind === 'loaded' ? createFrameDocuments(options, build) : undefined

  const misses = createMissLimit(options.clock)
  const app = new Hono()
  app.use(cancelUnreadBody)
  app.use('/card/:reference/:locale', async (context, next) => {
    await next()
    if (context.res.status !== 404) return
    const retryAfterSeconds = misses.count(networkOfClient(context))
    if (retryAfterSeconds === 0) return
    // Hono copies the headers of a response that is replaced.
    context.res = undefined
    context.res = respond(429, pageFor(context, 'refused'))
    context.res.headers.set('Retry-After', String(retryAfterSeconds))
  })
  app.get('/card/:locale', (context) =>
    show(context, (from, encoding) => from.read(context.req.param('locale'), encoding)),
  )
  app.get('/card/:reference/:locale', (context) => {
    const { reference, locale } = context.req.param()
    const isKnown = Reference.safeParse(reference).success || options.previewSeal?.(reference)
    if (!isKnown) return respond(404, pageFor(context, 'notFound'))
    return show(context, (from, encoding) => from.readFor(reference, locale, encoding))
  })

  async function show(
    context: Context,
    read: (from: FrameDocuments, encoding: Encoding) => ReturnType<FrameDocuments['read']>,
  ): Promise<Response> {
    if (documents === undefined) return respond(503, NOT_BUILT)
    const encoding = acceptedEncoding(context.req.header('accept-encoding') ?? null)
    const { body, isSealing } = await read(documents, encoding)
    return new Response(body, {
      headers: {
        ...(isSealing ? headers.sealing : headers.card),
        'X-Request-Id': newRequestId(random),
        ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
      },
    })
  }

  const takeReports = createTakeReports({
    document: 'card_frame',
    ownOrigin: new URL(options.fieldsUrl).origin,
    log,
    clock: options.clock,
    count: options.countReport ?? (() => undefined),
  })
  app.post(REPORTS_PATH, async (context) => {
    const refused = await takeReports(context.req.raw, networkOfClient(context))
    const requestId = newRequestId(random)
    return new Response(null, {
      status: refused?.status ?? 204,
      headers: { ...headers.plain, 'X-Request-Id': requestId },
    })
  })
  app.notFound((context) => respond(404, pageFor(context, 'notFound')))
  app.onError((error, context) => {
    const refused = isCheckoutError(error) && NO_SESSION.find((status) => status === error.status)
    if (refused) return respond(refused, pageFor(context, 'notFound'))
    const requestId = newRequestId(random)
    log.error({ err: error, requestId }, "the card's frame could not be served")
    return respond(503, pageFor(context, 'refused'), requestId)
  })

  /** Returns a plain page in the language of the frame's URL, else in the browser's. */
  function pageFor(context: Context, name: 'notFound' | 'refused'): PlainPage {
    if (build.kind === 'missing') return NOT_BUILT
    const { locales, plainPages } = build.manifest
    const ofFrame = context.req.path.split('/').at(-1) ?? null
    const acceptLanguage = context.req.header('accept-language') ?? null
    const locale = chooseLocale({ query: ofFrame, session: null, acceptLanguage }, locales)
    const page = plainPages[locale]
    return page === undefined ? NOT_BUILT : { locale, direction: page.direction, ...page[name] }
  }

  function respond(status: number, page: PlainPage, requestId = newRequestId(random)) {
    return new Response(plainPage(page, { hasIcon: false }), {
      status,
      headers: { ...headers.plain, 'X-Request-Id': requestId },
    })
  }

  return {
    fetch: (request, client) => app.fetch(request, client),
    routes: app.routes.filter(({ method }) => method !== METHOD_NAME_ALL),
  }
}
