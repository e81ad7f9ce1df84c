import { say } from './output.ts'

/** Does work that Ctrl-C ends: nothing is left running, and the answer says so. */
export async function untilInterrupted<T>(
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | 'interrupted'> {
  const controller = new AbortController()
  const stop = () => controller.abort()
  process.once('SIGINT', stop).once('SIGTERM', stop)
  try {
    return await work(controller.signal)
  } catch (error) {
    if (!controller.signal.aborted) throw error
    say('Broken off.')
    return 'interrupted'
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop)
  }
}
