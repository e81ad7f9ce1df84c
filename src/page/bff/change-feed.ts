import type { PageClient } from './page-client.ts'
import type { CheckoutChange } from '#contract/checkout-changes.ts'
import { pause } from './pause.ts'

const WAIT_SECONDS = 20
const FAILURES_MAX = 5
/** Delay after a failed call, or between calls that return at once without changes. */
const PAUSE_MS = 2000
/** Batches changes: a call per change would cost more than the changes themselves. */
const BATCH_MS = 100

export interface FeedListener {
  onChanges: (changes: readonly CheckoutChange[]) => void
  /** Changes may have been missed. */
  onGap: () => void
  /** The API failed too often; polling has stopped. */
  onLost: () => void
}

/**
 * The API's changes, by one long poll for all sessions. Runs from `start` until `stop`, or until the API has failed
 * too often.
 */
export interface ChangeFeed {
  /** Resolves once no later change can be missed; rejects when the API does not answer. */
  start(): Promise<void>
  stop(): void
}

export function createChangeFeed(client: PageClient, listener: FeedListener): ChangeFeed {
  let running: { started: Promise<void>; stopping: AbortController } | undefined

  function run(): NonNullable<typeof running> {
    const stopping = new AbortController()
    const begin = async () => (await client.checkout.changes({ signal: stopping.signal })).cursor
    const cursor = begin()
    const run = { started: cursor.then(() => undefined), stopping }
    void cursor.then(
      (first) => poll(first, stopping.signal),
      () => {
        if (running === run) running = undefined
      },
    )
    return run
  }

  async function poll(first: string, signal: AbortSignal): Promise<void> {
    let after = first
    let failures = 0
    while (!signal.aborted) {
      const calledAtMs = performance.now()
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
      const hasChanges = answer !== undefined && answer.data.length > 0
      const isEarly = performance.now() - calledAtMs < PAUSE_MS
      if (hasChanges || isEarly) await pause(hasChanges ? BATCH_MS : PAUSE_MS, signal)
    }
    running = undefined
    listener.onLost()
  }

  return {
    start: () => (running ??= run()).started,
    stop() {
      running?.stopping.abort()
      running = undefined
    },
  }
}
