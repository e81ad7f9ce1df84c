import type { CheckoutClient } from '../../client/index.ts'
import type { CheckoutChange } from '../../contract/checkout-changes.ts'
import { pause } from './pause.ts'

const WAIT_SECONDS = 20
const FAILURES_MAX = 5
/** Before somebody is asked again who did not answer, or answered at once that there is nothing. */
const PAUSE_MS = 2000
/** So that what changes shortly after is told together: an answer for each change would cost more than the changes. */
const GATHER_MS = 100

export interface FeedListener {
  onChanges: (changes: readonly CheckoutChange[]) => void
  /** Anything may have changed. */
  onGap: () => void
  /** The API did not answer for too long, and is not asked any more. */
  onLost: () => void
}

/** What changes in the API, by one call for all sessions. Runs while anybody wants to hear of it. */
export interface ChangeFeed {
  /** Resolves once nothing that happens from now on can be missed; rejects where the API does not answer. */
  start(): Promise<void>
  stop(): void
}

export function createChangeFeed(
  client: Pick<CheckoutClient, 'checkout'>,
  listener: FeedListener,
): ChangeFeed {
  let running: { started: Promise<void>; over: AbortController } | undefined

  function run(): NonNullable<typeof running> {
    const over = new AbortController()
    const begin = async () => (await client.checkout.changes({ signal: over.signal })).cursor
    const cursor = begin()
    const run = { started: cursor.then(() => undefined), over }
    void cursor.then(
      (first) => hear(first, over.signal),
      () => {
        if (running === run) running = undefined
      },
    )
    return run
  }

  async function hear(first: string, signal: AbortSignal): Promise<void> {
    let after = first
    let failures = 0
    while (!signal.aborted) {
      const askedAtMs = performance.now()
      const answer = await client.checkout
        .changes({ after, waitSeconds: WAIT_SECONDS, signal })
        .catch(() => undefined)
      if (signal.aborted) return
      failures = answer === undefined ? failures + 1 : 0
      if (failures > FAILURES_MAX) break
      if (answer !== undefined) {
        after = answer.cursor
        if (!answer.complete) listener.onGap()
        listener.onChanges(answer.data)
      }
      const isNews = answer !== undefined && answer.data.length > 0
      const isEarly = performance.now() - askedAtMs < PAUSE_MS
      if (isNews || isEarly) await pause(isNews ? GATHER_MS : PAUSE_MS, signal)
    }
    running = undefined
    listener.onLost()
  }

  return {
    start: () => (running ??= run()).started,
    stop() {
      running?.over.abort()
      running = undefined
    },
  }
}
