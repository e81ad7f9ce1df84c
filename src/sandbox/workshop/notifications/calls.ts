import { z } from 'zod'
import { PageProblem } from '../../../contract/page.ts'
import { Replays, ViewedEvent, ViewedEventList, Viewer } from '../../../contract/viewer.ts'

const TIMEOUT_MS = 15_000
const BASE = '/api/notifications'

/** The backend refused the call. */
export class Refused extends Error {
  override name = 'Refused'
  readonly code: string

  constructor({ code }: PageProblem) {
    super(code)
    this.code = code
  }
}

/** No connection, a time-out, or an unexpected response. */
class NoResponse extends Error {
  override name = 'NoResponse'
}

/** Whether the browser has no valid session. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof Refused && error.code === 'invalid_viewer_token'
}

/** The page's calls to its backend; a cookie authenticates the viewer. */
export interface NotificationCalls {
  signIn(token: string): Promise<Viewer>
  viewer(signal: AbortSignal): Promise<Viewer>
  events(search: URLSearchParams, signal: AbortSignal): Promise<ViewedEventList>
  event(id: string, signal: AbortSignal): Promise<ViewedEvent>
  /** Sends events again, once for an idempotency key. */
  replay(eventIds: readonly string[], idempotencyKey: string): Promise<Replays>
  signOut(): Promise<unknown>
}

export function createNotificationCalls(fetch: typeof globalThis.fetch): NotificationCalls {
  async function call<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    { signal, ...request }: RequestInit,
  ): Promise<z.output<Schema>> {
    const limits = [AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])]
    let body: unknown
    let isAnswer: boolean
    try {
      const response = await fetch(BASE + path, { ...request, signal: AbortSignal.any(limits) })
      isAnswer = response.ok
      body = await response.json()
    } catch (cause) {
      signal?.throwIfAborted()
      throw new NoResponse('no answer', { cause })
    }
    const problem = isAnswer ? undefined : PageProblem.safeParse(body)
    if (problem?.success === true) throw new Refused(problem.data)
    const answer = schema.safeParse(body)
    if (problem === undefined && answer.success) return answer.data
    throw new NoResponse('an unexpected response')
  }

  const post = <Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    body: unknown,
    headers: Record<string, string> = {},
  ) =>
    call(path, schema, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Checkout': '1', ...headers },
      body: JSON.stringify(body),
    })

  return {
    signIn: (token) => post('/sign-in', Viewer, { token }),
    viewer: (signal) => call('/viewer', Viewer, { signal }),
    events: (search, signal) => call(`/events?${search}`, ViewedEventList, { signal }),
    event: (id, signal) => call(`/events/${encodeURIComponent(id)}`, ViewedEvent, { signal }),
    replay: (eventIds, idempotencyKey) =>
      post('/replays', Replays, { eventIds }, { 'Idempotency-Key': idempotencyKey }),
    signOut: () => post('/sign-out', z.object({}), {}),
  }
}
