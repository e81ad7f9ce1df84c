import type { NotificationList, SignedNotification } from '../contract/sandbox-notifications.ts'
import { type Call, type CallLimits, type Runtime, untilAborted } from './call.ts'
import { maySucceedLater } from './retry.ts'

export interface ListNotificationsQuery {
  /** The cursor of the answer before. Without: all of the session, or nothing but the cursor of now. */
  after?: string | undefined
  sessionId?: string | undefined
  /** At most 25: how long to wait for something to happen. */
  waitSeconds?: number | undefined
}

export interface StreamNotifications {
  sessionId?: string | undefined
  /** Where to begin. Without: with the beginning of the session, or with what happens from now on. */
  after?: string | undefined
  /** Ends the stream. */
  signal?: AbortSignal | undefined
  /** The API does not answer; it is asked again until it does. */
  onLost?: ((failure: unknown) => void) | undefined
  /** The API answers again, and nothing was missed. */
  onBack?: (() => void) | undefined
}

/** Notifications as they happen, with the body and the signature that a delivery would have. */
export interface SandboxNotifications {
  /** Ask again with the `cursor` of each answer: nothing is left out, nothing comes twice. */
  list(query?: ListNotificationsQuery, options?: CallLimits): Promise<NotificationList>
  /** Without end, also over failures that pass; any other is thrown. */
  stream(options?: StreamNotifications): AsyncGenerator<SignedNotification, void, undefined>
}

const WAIT_SECONDS = 20
const PAUSE_MS = 500
const PAUSE_MS_MAX = 15_000

/** @internal */
export function createSandboxNotifications(
  call: Call,
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
      // An API that is about to stop lets nobody wait.
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
