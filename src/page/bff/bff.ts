import { type Context, Hono } from 'hono'
import { METHOD_NAME_ALL } from 'hono/router'
import type { PageClient } from './page-client.ts'
import type { Environment } from '#contract/environment.ts'
import type { PlainPages } from '#contract/page.ts'
import type { RandomBytes } from '#domain/id.ts'
import { Reference } from '#contract/ids.ts'
import { REPORTS_PATH } from '#contract/reports.ts'
import { createAnswers } from './answers.ts'
import { createBoletoRoute } from './boleto-route.ts'
import { networkOfClient, type Client } from '#http/client.ts'
import { createChallengeReturnRoute, returningBefore } from './challenge-return-route.ts'
import { createCardLimit } from './limits/card-limit.ts'
import { limitMisses } from './limits/limit-misses.ts'
import { logRefused } from './limits/log-refused.ts'
import type { LoadedBuild, MissingBuild } from './load-build.ts'
import { createDocumentTemplate } from './document.ts'
import { createEventsRoute } from './events-route.ts'
import { createImageRoute } from './image-route.ts'
import type { Log } from '#http/log.ts'
import { createFormRoute } from './form-route.ts'
import { createPageRoute } from './page-route.ts'
import { createPageWriter } from './write-page.ts'
import { createPaymentRoutes } from './payment-routes.ts'
import type { LookUpPlace } from './postal-codes/look-up-place.ts'
import { createPostalCodeRoute } from './postal-codes/postal-code-route.ts'
import { newRequestId } from '#domain/request-id.ts'
import { cancelUnreadBody } from '#http/unsent-body.ts'
import { NOT_BUILT } from './plain-page.ts'
import { securityTxt } from './security-txt.ts'
import { type AcquirePage, plainPageFor, type Site } from './site.ts'
import type { CountReport } from '#http/reports/report.ts'
import { createTakeReports } from '#http/reports/take-reports.ts'

/** Registers routes beside the page's own. */
export type AddRoutes = (app: Hono, site: Site, build: LoadedBuild | MissingBuild) => void

export interface BffOptions {
  client: PageClient
  build: LoadedBuild | MissingBuild
  environment: Environment
  /** The origin that shoppers see, behind any proxy. */
  checkoutUrl: string
  /** The origin of the card frame, a different one. */
  fieldsUrl: string
  /** Contact for security reports, as a URL; absent: no `security.txt`. */
  securityContact?: string | undefined
  log: Log
  /** Counts browser reports. */
  countReport?: CountReport | undefined
  clock: () => Date
  /** Limit of declined cards per client address (card testing); absent or 0: no limit. */
  cardDeclinesPerAddress?: number
  random?: RandomBytes
  /** Asks the operator's service for the address of a CEP; absent: there is none. */
  lookUpPlace?: LookUpPlace | undefined
  /** Load shedding: returns a permit to render, or undefined when none is left. Absent: no limit. */
  acquirePage?: AcquirePage | undefined
  /** Registered first, so that they win over the page's own routes. */
  addRoutes?: AddRoutes | undefined
}

export interface Bff {
  /** `client` is absent for calls within the process. */
  fetch: (request: Request, client?: Client) => Response | Promise<Response>
  /** Ends the open streams, for a graceful shutdown. */
  close: () => void
  /** Every registered route, for tests that check all of them. */
  routes: readonly { method: string; path: string }[]
}

/** The page's backend (BFF): the page, its files and the calls that it makes. Holds no session state. */
export function createBff(options: BffOptions): Bff {
  const { build, environment, checkoutUrl, fieldsUrl, securityContact, log } = options
  const random = options.random ?? ((length) => crypto.getRandomValues(new Uint8Array(length)))
  if (build.kind === 'missing') {
    log.warn({ directory: build.directory }, 'the page is not built: run `npm run build`')
  } else if (build.manifest.environment !== environment) {
    throw new Error(`the page was built for ${build.manifest.environment}, not for ${environment}`)
  }

  const template = build.kind === 'loaded' ? createDocumentTemplate(build.manifest) : undefined
  const scriptHashes = template?.scriptHashes ?? []
  const answers = createAnswers({ checkoutUrl, fieldsUrl, scriptHashes })
  const closing = new AbortController()
  const site: Site = {
    ...options,
    answers,
    isReference: (text) => Reference.safeParse(text).success,
    plainPages: build.kind === 'loaded' ? build.plainPages : notBuilt,
    locales: build.kind === 'loaded' ? build.locales : ['en'],
    ownOrigin: new URL(checkoutUrl).origin,
    fieldsUrl: new URL(fieldsUrl).origin,
    newRequestId: () => newRequestId(random),
    random,
    acquirePage: options.acquirePage ?? (() => () => undefined),
    closing: closing.signal,
    cardLimit: createCardLimit({
      declinesMax: options.cardDeclinesPerAddress ?? 0,
      clock: options.clock,
    }),
  }
  const looksUpPlaces = options.lookUpPlace !== undefined
  const page = createPageWriter(site, build, template, { looksUpPlaces })
  const showPage = returningBefore(site, createPageRoute(site, page))
  const takeForm = returningBefore(site, createFormRoute(site, page))
  const endChallenge = createChallengeReturnRoute(site)
  const { read, pay, completeAction, cancel } = createPaymentRoutes(site)

  const app = new Hono()
  app.use(cancelUnreadBody)
  options.addRoutes?.(app, site, build)
  // A slash is added by people, and by software that keeps addresses.
  for (const path of ['/c/:reference', '/c/:reference/']) {
    app.get(path, showPage)
    app.post(path, takeForm)
  }
  app.get('/c/:reference/challenge-return', endChallenge)
  app.post('/c/:reference/challenge-return', endChallenge)
  app.get('/c/:reference/boleto.pdf', createBoletoRoute(site))
  app.get('/api/checkout/:reference', read)
  app.get('/api/checkout/:reference/events', createEventsRoute(site))
  app.post('/api/checkout/:reference/payments', pay)
  app.post('/api/checkout/:reference/payments/:id/action', completeAction)
  app.post('/api/checkout/:reference/cancel', cancel)
  app.get('/api/checkout/:reference/images/:name', createImageRoute(site))
  app.get(
    '/api/checkout/:reference/postal-codes/:cep',
    createPostalCodeRoute(site, options.lookUpPlace),
  )

  const takeReports = createTakeReports({
    document: 'page',
    ownOrigin: site.ownOrigin,
    log,
    clock: options.clock,
    count: options.countReport ?? (() => undefined),
  })
  app.post(REPORTS_PATH, async (context) => {
    const refused = await takeReports(context.req.raw, networkOfClient(context))
    const requestId = site.newRequestId()
    return refused ? answers.refused(refused, requestId) : answers.nothing(requestId)
  })

  app.get('/assets/*', serveAsset)
  app.get('/favicon.svg', serveAsset)
  app.get('/robots.txt', () => answers.text('User-agent: *\nDisallow: /\n', site.newRequestId()))
  if (securityContact !== undefined)
    app.get('/.well-known/security.txt', () =>
      answers.text(securityTxt(securityContact, checkoutUrl, options.clock()), site.newRequestId()),
    )
  app.get('/', (context) =>
    answers.plainPage(200, site.newRequestId(), plainPageFor(site, context, 'home')),
  )
  app.notFound(notFound)
  app.onError((error, context) => {
    const requestId = site.newRequestId()
    log.error({ err: error, requestId }, 'a request broke')
    if (isApi(context)) return answers.refused({ status: 500, code: 'internal_error' }, requestId)
    const page = plainPageFor(site, context, 'broken')
    return answers.plainPage(500, requestId, { ...page, text: `${page.text} ${requestId}` })
  })

  function serveAsset(context: Context): Response {
    const { path } = context.req
    const asset = build.kind === 'loaded' ? build.assets.get(path) : undefined
    if (asset === undefined) return notFound(context)
    return answers.asset(asset, path, {
      requestId: site.newRequestId(),
      acceptEncoding: context.req.header('accept-encoding') ?? null,
    })
  }

  function notFound(context: Context): Response {
    const requestId = site.newRequestId()
    if (isApi(context)) return answers.refused({ status: 404, code: 'not_found' }, requestId)
    return answers.plainPage(404, requestId, plainPageFor(site, context, 'notFound'))
  }

  return {
    fetch: logRefused(
      site,
      limitMisses(site, (request, client) => app.fetch(request, client)),
    ),
    close: () => closing.abort(),
    routes: app.routes.filter(({ method }) => method !== METHOD_NAME_ALL),
  }
}

function isApi(context: Context): boolean {
  return context.req.path.startsWith('/api/')
}

function notBuilt(): PlainPages {
  const page = NOT_BUILT
  return {
    ...page,
    home: page,
    notFound: page,
    broken: page,
    tooOften: page,
    busy: page,
    formRefused: page,
    challengeReturn: page,
  }
}
