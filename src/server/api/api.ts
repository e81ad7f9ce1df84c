import { Hono } from 'hono'
import { OPERATIONS, operationsOf, type OperationId } from '../../contract/operations.ts'
import { transportSecurity } from '../../contract/security-headers.ts'
import { newRequestId } from '../../domain/request-id.ts'
import type { ServiceContext } from '../context.ts'
import { databaseError } from '../database/database-errors.ts'
import { createApiKeyCache } from '../keys/api-key-cache.ts'
import { createConcurrencyLimit, type ConcurrencyLimit } from '../limits/concurrency-limit.ts'
import { createRateLimit } from '../limits/rate-limit.ts'
import { WRONG_KEYS_PER_MINUTE } from '../limits/wrong-keys.ts'
import type { ServiceMetrics } from '../monitoring/metrics.ts'
import { admit } from './edge/admit.ts'
import { authenticateCaller } from './edge/authenticate-caller.ts'
import { authenticateViewerOf, type AuthenticateViewer } from './edge/authenticate-viewer.ts'
import { inOrder } from './edge/call.ts'
import { handle } from './edge/handle.ts'
import { limitMerchantConcurrency } from './edge/limit-concurrency.ts'
import { limitGuesses } from './edge/limit-guesses.ts'
import { limitMerchantRate, limitViewerRate } from './edge/limit-rate.ts'
import { measure } from './edge/measure.ts'
import { parse } from './edge/parse.ts'
import { recover } from './edge/recover.ts'
import { respond } from './edge/respond.ts'
import { refuse } from './handler.ts'
import { HANDLERS, type Handlers } from './handlers.ts'
import type { Client } from './http/client-address.ts'
import { problemResponse } from './http/problem-response.ts'
import { NOTHING_SENT } from './http/read-call.ts'
import { refusalOfError } from './http/unexpected-error.ts'
import { receiveProcessorNotification } from './processor-notifications.ts'

type Fetch = (request: Request) => Response | Promise<Response>

export interface ApiOptions {
  /** Where callers find it. At https every answer says that it is nowhere else. */
  apiUrl: string
  metrics: ServiceMetrics
  /** Per merchant and process. */
  requestsPerSecond: number
  /** Per merchant and process, at once; without it there is no bound. */
  callsUnderWayMax?: number
  /** Of one network address, before it is told to wait; guessed links count all together. */
  wrongKeysPerMinute?: number
  /** Bounds what is at work in this process; without it there is no bound. */
  concurrencyLimit?: ConcurrencyLimit
  /** Other parts that stand at the API's address, by the paths at which they begin. */
  mounts?: Record<string, Fetch>
  /** An operation without one does not exist here. Default: those of production. */
  handlers?: Handlers
  /** Default: nobody is a viewer. */
  authenticateViewer?: AuthenticateViewer
}

const NO_VIEWER = refuse('invalid_viewer_token', 'The viewer is not signed in, or no longer.')

/** What `createApi` takes where nothing else is passed. */
const DEFAULTS = {
  callsUnderWayMax: Infinity,
  wrongKeysPerMinute: WRONG_KEYS_PER_MINUTE,
  mounts: {},
  handlers: HANDLERS,
  authenticateViewer: async () => NO_VIEWER,
}

type App = Hono<{ Bindings: Client }>

/** The API as a `fetch` function: each operation of the contract at its path, every other address refused. */
export function createApi(context: ServiceContext, options: ApiOptions): App {
  const { apiUrl, mounts, concurrencyLimit, ...edge } = {
    ...DEFAULTS,
    concurrencyLimit: createConcurrencyLimit(Infinity),
    ...options,
  }
  const always = transportSecurity(apiUrl)
  const app: App = new Hono()
  // Asked about what `app` does not know: a path with two routes makes Hono compose them for every request.
  const rest = new Hono()
  const serve = createEdge(context, { ...edge, concurrencyLimit, always })
  const refuseWith = (refusal: ReturnType<typeof refuse>, headers: Record<string, string> = {}) =>
    problemResponse(refusal, newRequestId(context.random), { ...always, ...headers })

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

  const parts: Record<string, Fetch> = {
    processor: (request) => receiveProcessorNotification(context, request, concurrencyLimit),
    ...mounts,
  }
  for (const [path, fetch] of Object.entries(parts)) {
    app.all(`/${path}`, (c) => passOn(fetch, c.req.raw))
    app.all(`/${path}/*`, (c) => passOn(fetch, c.req.raw))
  }

  async function passOn(fetch: Fetch, request: Request) {
    const response = await fetch(request)
    for (const [name, value] of Object.entries(always)) response.headers.set(name, value)
    return response
  }

  // Exceptions of operations never come here; what is mounted has no log of its own.
  app.onError((error) => {
    const requestId = newRequestId(context.random)
    const refusal = refusalOfError(databaseError(error), context.log, requestId)
    return problemResponse(refusal, requestId, always)
  })
  const nothing = refuse('not_found', 'There is nothing at this address.')
  rest.notFound(() => refuseWith(nothing))
  app.notFound((c) => rest.fetch(c.req.raw))
  return app
}

interface EdgeOptions extends Required<Omit<ApiOptions, 'apiUrl' | 'mounts'>> {
  /** Headers of every answer. */
  always: Record<string, string>
}

/** What every call of an operation goes through, in this order. */
function createEdge(context: ServiceContext, options: EdgeOptions) {
  const { metrics, always, concurrencyLimit } = options
  const rateLimit = createRateLimit(options.requestsPerSecond)
  const steps = [
    recover(context),
    admit(concurrencyLimit),
    limitGuesses(options.wrongKeysPerMinute),
    authenticateCaller(createApiKeyCache(context), context.environment),
    limitMerchantRate(rateLimit),
    // Again, so that the answer to an exception has the headers of the merchant's rate limit, too.
    recover(context),
    authenticateViewerOf(context, options.authenticateViewer),
    limitViewerRate(rateLimit),
    limitMerchantConcurrency(options.callsUnderWayMax),
    parse,
  ]
  // The permit is acquired last, when all was parsed: a slow sender holds none.
  const serve = respond(always, inOrder(steps, handle(context, concurrencyLimit, options.handlers)))
  const measured = measure(context, metrics)

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
        viewer: undefined,
        sent: NOTHING_SENT,
      },
      serve,
    )
}

/** Hono has an empty object where it was given none. */
function clientOf(env: Partial<Client> | undefined): Client | undefined {
  return env?.address === undefined ? undefined : { address: env.address }
}
