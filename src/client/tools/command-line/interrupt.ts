import { printNotice } from './output.ts'

/** Aborts the work on SIGINT or SIGTERM and waits for its end. */
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
    printNotice('Broken off.')
    return 'interrupted'
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop)
  }
}
