import type { Context, Hono } from 'hono'
import type { z } from 'zod'
import type { DashboardProblemCode } from '#contract/dashboard/problem.ts'
import { opensDashboard } from '#domain/dashboard/session-rules.ts'
import { newRequestId } from '#domain/request-id.ts'
import { networkOfClient } from '#http/client.ts'
import { readJson } from '#http/read-json.ts'
import { isFromOtherSite, isFromOwnPage } from '#http/same-origin.ts'
import type { SignInPlace } from '#server/service/people/dashboard-context.ts'
import { isTooSlow, isUnavailable } from '#server/service/is-unavailable.ts'
import { readSession, type SignedIn } from '#server/service/people/read-session.ts'
import { createAnswers, type Answer } from './answers.ts'
import { createSessionCookie } from './cookie.ts'
import type { DashboardOptions } from './dashboard-options.ts'

const BROWSER_LENGTH_MAX = 300
const UNAVAILABLE: Answer = { refused: 'temporarily_unavailable', retryAfterSeconds: 3 }

/** What a call receives besides its body. */
export interface Call {
  requestId: string
  /** Whether only the headers of the answer are sent (HEAD). */
  isHead: boolean
  /** The client's network, by which guesses are counted; undefined for calls within the process. */
  network: string | undefined
  place: SignInPlace
  /** The token of the request's cookie, valid or not. */
  token: string | undefined
  /** The idempotency key of a dashboard action; undefined when the header is missing or empty. */
  idempotencyKey: string | undefined
  parameter(name: string): string
  /** The query parameters of the address. One that is given twice has two values, which no schema takes. */
  query(): Record<string, string | string[]>
}

type Reading = (call: Call, session: SignedIn) => Promise<Answer>
type Changing<Body> = (call: Call, body: Body, session: SignedIn) => Promise<Answer>

/** Registers the calls of the page, each behind the same checks. */
export interface Calls {
  cookie: ReturnType<typeof createSessionCookie>
  /** Needs a session of any kind. */
  read(path: string, work: Reading): void
  /** Needs a session that opens the dashboard. */
  readOpen(path: string, work: Reading): void
  /** Needs no session. */
  enter<Body>(
    path: string,
    body: z.ZodType<Body>,
    work: (call: Call, body: Body) => Promise<Answer>,
  ): void
  change<Body>(path: string, body: z.ZodType<Body>, work: Changing<Body>): void
  changeOpen<Body>(path: string, body: z.ZodType<Body>, work: Changing<Body>): void
}

export function createCalls(app: Hono, options: DashboardOptions): Calls {
  const { context: service, log, runIfIdle = (call) => call() } = options
  const { adminUrl } = service
  const ownOrigin = new URL(adminUrl).origin
  const answers = createAnswers(adminUrl)
  const cookie = createSessionCookie(adminUrl, service.environment)

  function callOf(context: Context, requestId: string): Call {
    const { address } = (context.env ?? {}) as { address?: string }
    const browser = context.req.header('user-agent')?.slice(0, BROWSER_LENGTH_MAX)
    return {
      requestId,
      isHead: context.req.method === 'HEAD',
      network: networkOfClient(context),
      place: { address: address ?? null, browser: browser ?? null },
      token: cookie.read(context.req.header('cookie') ?? null),
      idempotencyKey: context.req.header('idempotency-key') || undefined,
      parameter: (name) => context.req.param(name) ?? '',
      query: () => queryOf(context.req.url),
    }
  }

  /** Handles a request: refuses those of other sites, and answers even when `work` throws. */
  const answering =
    (
      guard: (headers: Headers) => boolean,
      work: (context: Context, call: Call) => Promise<Answer>,
    ) =>
    async (context: Context): Promise<Response> => {
      const requestId = newRequestId(service.random)
      if (!guard(context.req.raw.headers)) return answers.of({ refused: 'other_site' }, requestId)
      const answer = await runIfIdle(() => work(context, callOf(context, requestId))).catch(
        (error: unknown) => failed(error, requestId),
      )
      return answers.of(answer ?? UNAVAILABLE, requestId)
    }

  function failed(error: unknown, requestId: string): Answer {
    if (isTooSlow(error)) return { refused: 'too_slow' }
    if (isUnavailable(error)) return UNAVAILABLE
    log.error({ err: error, requestId }, 'a call of the dashboard failed')
    return { refused: 'internal_error' }
  }

  /** Reads the person's roles at each call, so that a role that was taken away ends at once. */
  async function withSession(
    call: Call,
    mustOpen: boolean,
    work: (session: SignedIn) => Promise<Answer>,
  ): Promise<Answer> {
    const session = call.token === undefined ? undefined : await readSession(service, call.token)
    if (session === undefined) return { refused: 'not_signed_in' }
    if (mustOpen && !opensDashboard(session.how, service.layout))
      return { refused: 'passkey_required' }
    return work(session)
  }

  const reading = (mustOpen: boolean) => (path: string, work: Reading) => {
    app.get(
      path,
      answering(
        (headers) => !isFromOtherSite(headers),
        async (_context, call) => withSession(call, mustOpen, (session) => work(call, session)),
      ),
    )
  }

  function posting<Body>(
    path: string,
    schema: z.ZodType<Body>,
    work: (call: Call, body: () => Promise<Parsed<Body>>) => Promise<Answer>,
  ): void {
    app.post(
      path,
      answering(
        (headers) => isFromOwnPage(headers, ownOrigin),
        async (context, call) => work(call, async () => parse(context.req.raw, schema)),
      ),
    )
  }

  const changing =
    (mustOpen: boolean) =>
    <Body>(path: string, schema: z.ZodType<Body>, work: Changing<Body>) => {
      // Checked before the body, so that strangers learn nothing about valid bodies; and after it, since a body may take long, and
      // the person's rights may end meanwhile.
      posting(path, schema, async (call, body) =>
        withSession(call, mustOpen, async () => {
          const read = await body()
          return read.ok
            ? withSession(call, mustOpen, async (session) => work(call, read.value, session))
            : { refused: read.refused }
        }),
      )
    }

  return {
    cookie,
    read: reading(false),
    readOpen: reading(true),
    enter(path, schema, work) {
      posting(path, schema, async (call, body) => {
        const read = await body()
        return read.ok ? work(call, read.value) : { refused: read.refused }
      })
    },
    change: changing(false),
    changeOpen: changing(true),
  }
}

function queryOf(url: string): Record<string, string | string[]> {
  const { searchParams } = new URL(url)
  const names = [...new Set(searchParams.keys())]
  return Object.fromEntries(
    names.map((name) => {
      const [value = '', ...more] = searchParams.getAll(name)
      return [name, more.length === 0 ? value : [value, ...more]]
    }),
  )
}

type Parsed<Body> = { ok: true; value: Body } | { ok: false; refused: DashboardProblemCode }

async function parse<Body>(request: Request, schema: z.ZodType<Body>): Promise<Parsed<Body>> {
  const read = await readJson(request)
  if (!read.ok) return { ok: false, refused: codeOf(read.refused.status) }
  const parsed = schema.safeParse(read.value)
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, refused: 'invalid_request' }
}

function codeOf(status: number): DashboardProblemCode {
  if (status === 413) return 'body_too_large'
  return status === 415 ? 'unsupported_media_type' : 'malformed_json'
}
