import type { SANDBOX_OPERATIONS } from '#contract/sandbox-operations.ts'
import type { NotificationList, SignedNotification } from '#contract/sandbox-notifications.ts'
import { type Call, type CallLimits, type Runtime, untilAborted } from './call.ts'
import { maySucceedLater } from './retry.ts'

export interface ListNotificationsQuery {
  /** The `cursor` of the previous response. Default: the session's first event, or, without `sessionId`, now. */
  after?: string | undefined
  sessionId?: string | undefined
  /** Long poll: how long the API may hold the request open, in seconds; at most 25. */
  waitSeconds?: number | undefined
}

export interface StreamNotifications {
  sessionId?: string | undefined
  /** The cursor to begin after. Default: the session's first event, or, without `sessionId`, now. */
  after?: string | undefined
  /** Ends the stream, without an error. */
  signal?: AbortSignal | undefined
  /** A transient failure interrupted the stream. Called once per interruption; the stream retries with backoff. */
  onLost?: ((failure: unknown) => void) | undefined
  /** The stream recovered after `onLost`. Nothing was missed. */
  onBack?: (() => void) | undefined
}

/** Feed of events as signed webhooks: the body and the signature that a delivery has. */
export interface SandboxNotifications {
  /** One page, by cursor. Passing on each `cursor` yields every event exactly once. */
  list(query?: ListNotificationsQuery, options?: CallLimits): Promise<NotificationList>
  /** All events after `after` or its default, by long polls. Survives transient failures and throws all others. */
  stream(options?: StreamNotifications): AsyncGenerator<SignedNotification, void, undefined>
}

const WAIT_SECONDS = 20
const PAUSE_MS = 500
const PAUSE_MS_MAX = 15_000

/** @internal */
export function createSandboxNotifications(
  call: Call<typeof SANDBOX_OPERATIONS>,
  { sleep, timeoutMs }: { sleep: Runtime['sleep']; timeoutMs: number },
): SandboxNotifications {
  const list: SandboxNotifications['list'] = (
    { after, sessionId, waitSeconds } = {},
    limits = {},
  ) =>
    call(
      'listNotifications',
      { query: { after, sessionId, waitSeconds } },
      { ...limits, timeoutMs: (limits.timeoutMs ?? timeoutMs) + (waitSeconds ?? 0) * 1000 },
    )

  async function* stream({
    sessionId,
    after,
    signal,
    onLost,
    onBack,
  }: StreamNotifications = {}): AsyncGenerator<SignedNotification, void, undefined> {
    const isOver = () => signal?.aborted === true
    const pause = (delayMs: number) =>
      untilAborted(sleep(delayMs), signal).catch((reason: unknown) => {
        if (!isOver()) throw reason
      })
    let cursor = after
    let failures = 0
    while (!isOver()) {
      let page: NotificationList
      const askedMs = performance.now()
      try {
        page = await list({ after: cursor, sessionId, waitSeconds: WAIT_SECONDS }, { signal })
      } catch (failure) {
        if (isOver()) return
        if (!maySucceedLater(failure)) throw failure
        if (failures === 0) onLost?.(failure)
        await pause(Math.min(PAUSE_MS * 2 ** failures++, PAUSE_MS_MAX))
        continue
      }
      if (failures > 0) onBack?.()
      failures = 0
      // An API that is shutting down responds to long polls at once.
      const isHasty = page.data.length === 0 && performance.now() - askedMs < PAUSE_MS
      if (isHasty && cursor !== undefined) await pause(PAUSE_MS)
      cursor = page.cursor
      for (const notification of page.data) {
        if (isOver()) return
        yield notification
      }
    }
  }

  return { list, stream }
}
