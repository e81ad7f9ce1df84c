import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

export interface Repeated {
  /** Ends the repetition; resolves when the current run has ended. */
  stop(): Promise<void>
}

/**
 * Runs a task repeatedly with a pause between runs. A failed run is logged and does not end the
 * repetition. When a run returns true, the next one follows at once.
 */
export function repeat(
  name: string,
  pauseMs: number,
  task: () => Promise<boolean>,
  log: Logger,
): Repeated {
  const stopping = new AbortController()
  const { signal } = stopping

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const foundWork = await task().catch((error: unknown) => {
        log.error({ err: error, task: name }, 'a task failed and will run again')
        return false
      })
      if (!foundWork) await sleep(pauseMs, undefined, { signal }).catch(() => {})
    }
  }

  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
