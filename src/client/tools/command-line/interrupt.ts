import { setMaxListeners } from 'node:events'
import { printNotice } from './output.ts'
import type { Terminal } from './terminal.ts'

/** Aborts the work on SIGINT or SIGTERM and waits for its end. */
export async function untilInterrupted<T>(
  terminal: Terminal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | 'interrupted'> {
  const { events } = terminal
  const controller = new AbortController()
  // Each wait of the work listens to the signal; Node 20 takes more than ten for a leak.
  setMaxListeners(0, controller.signal)
  const stop = () => controller.abort()
  events.once('SIGINT', stop).once('SIGTERM', stop)
  try {
    return await work(controller.signal)
  } catch (error) {
    if (!controller.signal.aborted) throw error
    printNotice(terminal, 'Broken off.')
    return 'interrupted'
  } finally {
    events.off('SIGINT', stop).off('SIGTERM', stop)
  }
}
