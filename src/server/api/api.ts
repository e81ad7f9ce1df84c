import type { Fetch } from '#contract/fetch.ts'
import { Hono } from 'hono'
import { OPERATIONS, operationsOf, type OperationId } from '#contract/operations.ts'
import { transportSecurity } from '#http/security-headers.ts'
import { newRequestId } from '#domain/request-id.ts'
import type { ServiceContext } from '../service/context.ts'
import { databaseError } from '../database/engine/database-errors.ts'
import { createApiKeyCache } from '../service/keys/api-key-cache.ts'
import { createConcurrencyLimit, type ConcurrencyLimit } from '../limits/concurrency-limit.ts'
import { createRateLimit, WRONG_KEYS_PER_MINUTE } from '../limits/rate-limit.ts'
import type { ServiceMetrics } from '../monitoring/metrics.ts'
import type { RefusedCallLog } from '../monitoring/refused-calls.ts'
import { NO_CERTIFICATES, type CertificateRule } from '../processors/accounts/accounts.ts'
import { admit, handle } from './edge/handle.ts'
import { authenticateCaller } from './edge/authenticate-caller.ts'
import { inOrder } from './edge/call.ts'
import { limitGuesses, limitMerchantConcurrency, limitMerchantRate } from './edge/limit-calls.ts'
import { measure } from './edge/measure.ts'
import { parse } from './edge/parse.ts'
import { recover, respond } from './edge/respond.ts'
import { trace } from './edge/trace.ts'
import { refuse, type Refused } from '../service/outcome.ts'
import { HANDLERS, type Handlers } from './handlers.ts'
import type { Client } from '#http/client-address.ts'
import { problemResponse } from './http/problem-response.ts'
import { NOTHING_SENT } from './http/read-call.ts'
import { refusalOfError } from './http/unexpected-error.ts'
import { createReceiveNotification } from './processor-notifications.ts'

export interface ApiOptions {
  /** Public URL of the API. At https every response has Strict-Transport-Security. */
  apiUrl: string
  metrics: ServiceMetrics
  /** Rate limit per merchant and process. */
  requestsPerSecond: number
  /** Concurrency limit per merchant and process. Default: no bound. */
  callsUnderWayMax?: number
  /** Rate limit of wrong API keys per network address. */
  wrongKeysPerMinute?: number
  /** Bounds the calls at work in this process. Default: no bound. */
  concurrencyLimit?: ConcurrencyLimit
  /** Other `fetch` functions at the API's address, by their first path segments. */
  mounts?: Record<string, Fetch>
  /** Operations without a handler do not exist here. Default: those of production. */
  handlers?: Handlers
  /** Counts refused calls of known keys. Default: nothing does. */
  refusedCalls?: Pick<RefusedCallLog, 'record'>
  /** Judges the client certificates of processors' notifications. Default: none is asked for. */
  certificateRule?: CertificateRule
}

const DEFAULTS = {
  callsUnderWayMax: Infinity,
  wrongKeysPerMinute: WRONG_KEYS_PER_MINUTE,
  mounts: {},
  handlers: HANDLERS,
  certificateRule: NO_CERTIFICATES,
}

type App = Hono<{ Bindings: Client }>

/** The API as a `fetch` function: each operation of the contract at its path; other addresses are refused. */
export function createApi(context: ServiceContext, options: ApiOptions): App {
  const { apiUrl, mounts, concurrencyLimit, certificateRule, ...edge } = {
    ...DEFAULTS,
    concurrencyLimit: createConcurrencyLimit(Infinity),
    ...options,
  }
  const always = transportSecurity(apiUrl)
  const app: App = new Hono()
  // A fallback router, asked only when `app` has no route: a path with two routes makes Hono compose them
  // for every request.
  const rest = new Hono()
  const serve = createEdge(context, { ...edge, apiUrl, concurrencyLimit, always })
  const refuseWith = (refusal: Refused, headers: Record<string, string> = {}) =>
    problemResponse(refusal, newRequestId(context.random), { ...always, ...headers }, apiUrl)

  const handlers: Handlers = edge.handlers
  const served = operationsOf(context.environment).filter((id) => handlers[id] !== undefined)
  const byPath = Map.groupBy(served, (id) => OPERATIONS[id].path)
  for (const [path, ids] of byPath) {
    const route = path.replaceAll(/\{(\w+)\}/g, ':$1')
    for (const id of ids)
      app.on(OPERATIONS[id].method.toUpperCase(), route, (c) =>
        serve(id, c.req.raw, c.req.param(), clientOf(c.env)),
      )
    const allow = ids.map((id) => OPERATIONS[id].method.toUpperCase()).join(', ')
    const refusal = refuse('method_not_allowed', `Use ${allow}.`)
    rest.all(route, () => refuseWith(refusal, { Allow: allow }))
  }

  const parts: Record<string, (request: Request, client?: Client) => Response | Promise<Response>> =
    {
      processor: createReceiveNotification(context, { limit: concurrencyLimit, certificateRule }),
      ...mounts,
    }
  for (const [path, fetch] of Object.entries(parts)) {
    app.all(`/${path}`, async (c) => withHeaders(await fetch(c.req.raw, clientOf(c.env))))
    app.all(`/${path}/*`, async (c) => withHeaders(await fetch(c.req.raw, clientOf(c.env))))
  }

  function withHeaders(response: Response): Response {
    for (const [name, value] of Object.entries(always)) response.headers.set(name, value)
    return response
  }

  // Operations catch their own exceptions; this handles those of mounted parts, which have no log.
  app.onError((error) => {
    const requestId = newRequestId(context.random)
    const refusal = refusalOfError(databaseError(error), context.log, requestId)
    return problemResponse(refusal, requestId, always, apiUrl)
  })
  const nothing = refuse('not_found', 'There is nothing at this address.')
  rest.notFound(() => refuseWith(nothing))
  app.notFound((c) => rest.fetch(c.req.raw))
  return app
}

interface EdgeOptions
  extends
    Required<Omit<ApiOptions, 'mounts' | 'certificateRule' | 'refusedCalls'>>,
    Pick<ApiOptions, 'refusedCalls'> {
  /** Headers of every response. */
  always: Record<string, string>
}

/** The middleware of every operation, outermost first. */
function createEdge(context: ServiceContext, options: EdgeOptions) {
  const { apiUrl, metrics, always, concurrencyLimit } = options
  const steps = [
    recover(context),
    admit(concurrencyLimit),
    limitGuesses(options.wrongKeysPerMinute),
    authenticateCaller(createApiKeyCache(context), context.environment),
    ...(context.tracer === undefined ? [] : [trace(context.tracer)]),
    limitMerchantRate(createRateLimit(options.requestsPerSecond)),
    // Twice, so that the response to an exception also has the merchant's rate limit headers.
    recover(context),
    limitMerchantConcurrency(options.callsUnderWayMax),
    parse(context),
  ]
  // The permit is acquired last, after parsing: a slow sender holds none.
  const serve = respond(
    apiUrl,
    always,
    inOrder(steps, handle(context, concurrencyLimit, options.handlers)),
  )
  const measured = measure(context, metrics, options.refusedCalls)

  return (
    id: OperationId,
    request: Request,
    pathParameters: Record<string, string>,
    client: Client | undefined,
  ): Promise<Response> =>
    measured(
      {
        id,
        operation: OPERATIONS[id],
        requestId: newRequestId(context.random),
        request,
        pathParameters,
        client,
        caller: undefined,
        sent: NOTHING_SENT,
      },
      serve,
    )
}

/** Hono passes an empty object when there are no bindings. */
function clientOf(env: Partial<Client> | undefined): Client | undefined {
  if (env?.address === undefined) return undefined
  const { address, certificate } = env
  return certificate === undefined ? { address } : { address, certificate }
}
