import type { Context, Hono } from 'hono'
import { isCheckoutError } from '../../../client/index.ts'
import { EventId } from '../../../contract/ids.ts'
import { NOT_FOUND, IDEMPOTENCY_KEY, OTHER_SITE } from '../../../page/bff/payment-routes.ts'
import { isBroken, refusedBy, type Refused } from '../../../page/bff/problem.ts'
import { readJson } from '../../../page/bff/read-json.ts'
import { isFromOtherSite, isFromOwnPage } from '../../../page/bff/same-origin.ts'
import type { Site } from '../../../page/bff/site.ts'
import { createViewerCookie, VIEWER_CALLS } from './viewer-cookie.ts'

const SIGNED_OUT: Refused = { status: 401, code: 'invalid_viewer_token' }

interface Answered {
  data: unknown
  cookie?: string
  clearsSiteData?: true
}
type Answer = Answered | Refused
type Route = (context: Context) => Promise<Response>

/** The backend of the notifications page, for the viewer of the session cookie. */
export function addNotificationCalls(app: Hono, site: Site): void {
  const { viewers } = site.client
  const cookie = createViewerCookie(site.ownOrigin)

  function answering(
    guard: (headers: Headers) => boolean,
    call: (context: Context) => Promise<Answer>,
  ): Route {
    return async (context) => {
      const requestId = site.newRequestId()
      if (!guard(context.req.raw.headers)) return site.answers.refused(OTHER_SITE, requestId)
      const answer = await call(context).catch((error: unknown) => refuse(error, requestId))
      return 'data' in answer
        ? site.answers.data(answer.data, requestId, answer)
        : site.answers.refused(answer, requestId)
    }
  }

  function refuse(error: unknown, requestId: string): Refused {
    if (isCheckoutError(error) && isAboutViewer(error.code))
      return { status: error.status, code: error.code }
    const refused = refusedBy(error)
    if (isBroken(refused)) site.log.error({ err: error, requestId }, 'a call of the API failed')
    return refused
  }

  /** A read: refused for other sites (`Sec-Fetch-Site`). */
  const reading = (call: (viewer: string, context: Context) => Promise<Answer>): Route =>
    answering((headers) => !isFromOtherSite(headers), forViewer(call))

  /** A write: from our own page only (CSRF), with a small JSON body. */
  const changing = (call: (context: Context, body: unknown) => Promise<Answer>): Route =>
    answering(
      (headers) => isFromOwnPage(headers, site.ownOrigin),
      async (context) => {
        const read = await readJson(context.req.raw)
        return read.ok ? call(context, read.value) : read.refused
      },
    )

  function forViewer(call: (viewer: string, context: Context) => Promise<Answer>) {
    return async (context: Context): Promise<Answer> => {
      const viewer = cookie.read(context.req.header('cookie') ?? null)
      return viewer === undefined ? SIGNED_OUT : call(viewer, context)
    }
  }

  /** Revokes the token that the browser is about to drop, so that it cannot be used again. */
  async function endViewer(context: Context): Promise<void> {
    const viewer = cookie.read(context.req.header('cookie') ?? null)
    if (viewer !== undefined) await viewers.signOut(viewer).catch(unlessSignedOut)
  }

  app.post(
    `${VIEWER_CALLS}/sign-in`,
    changing(async (context, body) => {
      const signedIn = await viewers.signIn(fieldOf(body, 'token') as string)
      const { viewerToken, viewer } = signedIn
      await endViewer(context)
      return { data: viewer, cookie: cookie.issue(viewerToken, new Date(viewer.expiresAt)) }
    }),
  )
  app.get(
    `${VIEWER_CALLS}/viewer`,
    reading(async (viewer) => ({ data: await viewers.read(viewer) })),
  )
  app.get(
    `${VIEWER_CALLS}/events`,
    // Not validated here: the API validates the query.
    reading(async (viewer, context) => ({
      data: await viewers.listEvents(viewer, context.req.query()),
    })),
  )
  app.get(
    `${VIEWER_CALLS}/events/:id`,
    reading(async (viewer, context) => {
      const id = EventId.safeParse(context.req.param('id'))
      return id.success ? { data: await viewers.readEvent(viewer, id.data) } : NOT_FOUND
    }),
  )
  app.post(
    `${VIEWER_CALLS}/replays`,
    changing(async (context, body) => {
      const idempotencyKey = context.req.header('idempotency-key') ?? ''
      if (!IDEMPOTENCY_KEY.test(idempotencyKey))
        return { status: 400, code: 'invalid_idempotency_key' }
      const eventIds = fieldOf(body, 'eventIds') as string[]
      return forViewer(async (viewer) => ({
        data: await viewers.replayEvents(viewer, eventIds, { idempotencyKey }),
      }))(context)
    }),
  )
  app.post(
    `${VIEWER_CALLS}/sign-out`,
    changing(async (context) => {
      await endViewer(context)
      return { data: {}, cookie: cookie.expire(), clearsSiteData: true }
    }),
  )
}

function isAboutViewer(code: string): boolean {
  return code === 'invalid_viewer_token' || code === 'invalid_sign_in_link'
}

/** Already signed out counts as success. */
function unlessSignedOut(error: unknown): void {
  if (isCheckoutError(error) && isAboutViewer(error.code)) return
  throw error
}

/** Not validated here: the API validates the value. */
function fieldOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null
    ? (body as Record<string, unknown>)[name]
    : undefined
}
