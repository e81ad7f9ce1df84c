import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const EVERY_MS = 50

/** Collects garbage at intervals until the returned function is called. Objects with only weak references disappear. */
export function collectGarbage(): () => void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect !== 'function')
    throw new Error('this runtime cannot be asked to collect garbage')
  const timer = setInterval(() => collect(), EVERY_MS)
  return () => clearInterval(timer)
}
