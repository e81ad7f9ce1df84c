import { Hono } from 'hono'
import type { Operation } from '../../contract/operation.ts'
import { OPERATIONS, operationsOf, type OperationId } from '../../contract/operations.ts'
import { transportSecurity } from '../../contract/security-headers.ts'
import { authenticate, type Caller, type Seen } from './authenticate.ts'
import type { ServiceContext } from '../context.ts'
import { refuse, type KnownViewer, type Refusal, type Result } from './handler.ts'
import { HANDLERS, type Handlers } from './handlers.ts'
import { answer } from './http/answer.ts'
import type { Client } from './http/client-address.ts'
import { problemResponse } from './http/problem-response.ts'
import { readCall } from './http/read-call.ts'
import { newRequestId } from '../../domain/request-id.ts'
import { refusalOfSurprise } from './http/surprise.ts'
import { createKeyRing } from '../keys/key-ring.ts'
import { isAuthFailure, type ServiceMetrics } from '../monitoring/metrics.ts'
import { inTimeOf, inTimeOfReference } from '../merchant-time.ts'
import { BUSY, createGate, type Gate } from '../limits/gate.ts'
import { priorityOf } from '../limits/priority.ts'
import { databaseError } from '../database/database-errors.ts'
import { receiveProcessorNotification } from './processor-notifications.ts'
import { createRefusedCallers } from '../limits/refused-callers.ts'
import { createCallsUnderWay, createRateLimit, createWrongKeyLimit } from '../limits/rate-limit.ts'
import { WRONG_KEYS_PER_MINUTE } from '../limits/wrong-keys.ts'

export interface ApiOptions {
  /** Where callers find it. At https every answer says that it is nowhere else. */
  apiUrl: string
  metrics: ServiceMetrics
  /** An operation without one does not exist here. Default: those of production. */
  handlers?: Handlers
  /** For operations that ask for a viewer; without it nobody is one. */
  authenticateViewer?: (context: ServiceContext, headers: Headers) => Promise<KnownViewer | Refusal>
  /** Per merchant and process. */
  requestsPerSecond: number
  /** Per merchant and process, at once; without it there is no bound. */
  callsUnderWayMax?: number
  /** Of one network address, before it is told to wait; guessed links count all together. */
  wrongKeysPerMinute?: number
  /** Bounds what is at work in this process; without it there is no bound. */
  gate?: Gate
  /** Other parts that stand at the API's address, by the paths at which they begin. */
  mounts?: Record<string, (request: Request) => Response | Promise<Response>>
}

const NO_VIEWER = refuse('invalid_viewer_token', 'The viewer is not signed in, or no longer.')

type Served = Exclude<Result<unknown>, Refusal>
/** What of a call is neither said by it nor done for it. */
interface Edge {
  headers: Record<string, string>
  client: Client | undefined
  seen: Seen
}
type AnyHandler = (context: ServiceContext, call: unknown) => Promise<Result<unknown>>

/** The API as a `fetch` function: each operation of the contract at its path, every other address refused. */
export function createApi(
  context: ServiceContext,
  {
    apiUrl,
    metrics,
    handlers = HANDLERS,
    authenticateViewer = async () => NO_VIEWER,
    requestsPerSecond,
    callsUnderWayMax = Infinity,
    wrongKeysPerMinute = WRONG_KEYS_PER_MINUTE,
    gate = createGate(Infinity),
    mounts = {},
  }: ApiOptions,
): Hono<{ Bindings: Client }> {
  const always = transportSecurity(apiUrl)
  const keyRing = createKeyRing(context)
  const wrongKeyLimit = createWrongKeyLimit(wrongKeysPerMinute)
  const wrongLinkLimit = createWrongKeyLimit(wrongKeysPerMinute)
  const rateLimit = createRateLimit(requestsPerSecond)
  const callsUnderWay = createCallsUnderWay(callsUnderWayMax)
  const noteRefused = createRefusedCallers(context)

  async function refuseKey(refusal: Refusal, client: Client | undefined): Promise<Refusal> {
    if (refusal.code !== 'invalid_api_key' || client === undefined) return refusal
    const retryAfterSeconds = await wrongKeyLimit.take(client.address)
    if (retryAfterSeconds === undefined) return refusal
    return refuse('rate_limited', 'Too many wrong API keys from this address.', {
      retryAfterSeconds,
    })
  }

  /** Guesses are told to wait; they come from the page's backend, so that all of them count together. */
  async function refuseLink(refusal: Refusal): Promise<Refusal> {
    const retryAfterSeconds = await wrongLinkLimit.take('')
    if (retryAfterSeconds === undefined) return refusal
    return refuse('rate_limited', 'Too many links that are none.', { retryAfterSeconds })
  }

  /** Who calls, how often, what they send; then the handler. `headers` are those of the answer, whatever it is. */
  async function serve(
    id: OperationId,
    request: Request,
    parameters: Record<string, string>,
    { headers, client, seen }: Edge,
  ): Promise<Served | Refusal> {
    const operation: Operation = OPERATIONS[id]
    const priority = priorityOf(id)
    if (priority !== undefined && !gate.hasRoom(priority)) return BUSY
    let caller: Caller | undefined
    if (operation.caller !== 'anyone') {
      const known = await authenticate(
        keyRing,
        context.environment,
        operation,
        request.headers,
        seen,
      )
      if ('outcome' in known) return refuseKey(known, client)
      caller = known
    }
    if (caller?.kind === 'merchant') {
      const limit = await rateLimit.take(caller.merchant.id)
      Object.assign(headers, limit.headers)
      if (!limit.allowed)
        return refuse('rate_limited', 'Too many requests of this merchant. Slow down.', limit)
    }
    let viewer: KnownViewer | undefined
    if (operation.viewer === true) {
      const known = await authenticateViewer(context, request.headers)
      if ('outcome' in known) return known
      const limit = await rateLimit.take(`viewers of ${known.merchant.id}`)
      if (!limit.allowed)
        return refuse('rate_limited', 'Too many requests for this merchant. Slow down.', limit)
      viewer = known
    }
    if (caller?.kind !== 'merchant') return run(id, request, parameters, { caller, viewer })
    const end = callsUnderWay.begin(caller.merchant.id)
    if (end === undefined)
      return refuse('rate_limited', 'Too many calls of this merchant are under way.', {
        retryAfterSeconds: 1,
      })
    try {
      return await run(id, request, parameters, { caller, viewer })
    } finally {
      end()
    }
  }

  async function run(
    id: OperationId,
    request: Request,
    parameters: Record<string, string>,
    { caller, viewer }: { caller: Caller | undefined; viewer: KnownViewer | undefined },
  ): Promise<Served | Refusal> {
    const sent = await readCall(OPERATIONS[id], request, parameters)
    if (sent.outcome === 'refused') return sent
    const priority = priorityOf(id)
    // Only now: whoever sends slowly takes nobody's place.
    if (priority === undefined) return handle(context.away)
    return (await gate.work(priority, handle)) ?? BUSY

    async function handle(away: ServiceContext['away']) {
      // `readCall` has parsed by the table that types the handler.
      const handler = handlers[id] as AnyHandler
      const own = await inTimeOfCall(context, viewer ?? caller, parameters)
      const result = await handler(
        { ...own, away },
        { ...sent, caller, viewer, signal: () => request.signal },
      )
      const isGuess = result.outcome === 'refused' && result.code === 'invalid_sign_in_link'
      return isGuess ? await refuseLink(result) : result
    }
  }

  async function respond(
    id: OperationId,
    request: Request,
    parameters: Record<string, string>,
    client: Client | undefined,
  ) {
    const requestId = newRequestId(context.random)
    const startedMs = performance.now()
    const headers: Record<string, string> = { ...always }
    const seen: Seen = {}
    let result: Served | Refusal
    try {
      result = await serve(id, request, parameters, { headers, client, seen })
    } catch (error) {
      result = refusalOfSurprise(error, context.log, requestId)
    }
    const response =
      result.outcome === 'refused'
        ? problemResponse(result, requestId, headers)
        : answer(OPERATIONS[id], result, requestId, headers)
    if (result.outcome === 'refused' && isAuthFailure(result.code)) {
      const { code } = result
      metrics.authenticationFailed(code)
      noteRefused({ requestId, operation: id, code, keyId: seen.keyId, address: client?.address })
    }
    metrics.requestServed(id, response.status, performance.now() - startedMs)
    return response
  }

  const app = new Hono<{ Bindings: Client }>()
  // Asked about what `app` does not know: a path with two routes makes Hono compose them for every request.
  const rest = new Hono()
  const served = operationsOf(context.environment).filter((id) => handlers[id] !== undefined)
  const byPath = Map.groupBy(served, (id) => OPERATIONS[id].path)
  for (const [path, ids] of byPath) {
    const route = path.replaceAll(/\{(\w+)\}/g, ':$1')
    for (const id of ids)
      app.on(OPERATIONS[id].method.toUpperCase(), route, (c) =>
        respond(id, c.req.raw, c.req.param(), clientOf(c.env)),
      )
    const allow = ids.map((id) => OPERATIONS[id].method.toUpperCase()).join(', ')
    const refusal = refuse('method_not_allowed', `Use ${allow}.`)
    rest.all(route, () =>
      problemResponse(refusal, newRequestId(context.random), { ...always, Allow: allow }),
    )
  }
  const parts: typeof mounts = {
    processor: (request) => receiveProcessorNotification(context, request, gate),
    ...mounts,
  }
  for (const [path, fetch] of Object.entries(parts)) {
    app.all(`/${path}`, (c) => passOn(fetch, c.req.raw))
    app.all(`/${path}/*`, (c) => passOn(fetch, c.req.raw))
  }

  async function passOn(
    fetch: (request: Request) => Response | Promise<Response>,
    request: Request,
  ) {
    const response = await fetch(request)
    for (const [name, value] of Object.entries(always)) response.headers.set(name, value)
    return response
  }

  // What `respond` handles never comes here; what is mounted has no log of its own.
  app.onError((error) => {
    const requestId = newRequestId(context.random)
    return problemResponse(
      refusalOfSurprise(databaseError(error), context.log, requestId),
      requestId,
      always,
    )
  })
  rest.notFound(() =>
    problemResponse(
      refuse('not_found', 'There is nothing at this address.'),
      newRequestId(context.random),
      always,
    ),
  )
  app.notFound((c) => rest.fetch(c.req.raw))
  return app
}

/** In the sandbox the time of the merchant who calls, or whose shopper does. */
function inTimeOfCall(
  context: ServiceContext,
  caller: Caller | KnownViewer | undefined,
  { reference }: Record<string, string>,
): ServiceContext | Promise<ServiceContext> {
  if (caller !== undefined && 'merchant' in caller) return inTimeOf(context, caller.merchant.id)
  return reference === undefined ? context : inTimeOfReference(context, reference)
}

/** Hono has an empty object where it was given none. */
function clientOf(env: Partial<Client> | undefined): Client | undefined {
  return env?.address === undefined ? undefined : { address: env.address }
}
