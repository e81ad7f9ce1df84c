import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

export interface Repeated {
  /** Ends the repetition; resolves when a run that is under way has ended. */
  stop(): Promise<void>
}

/**
 * Runs a task again and again with a pause between. A run that fails is logged and does not end the repetition. A run
 * that says that it found work is followed by the next one at once.
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
