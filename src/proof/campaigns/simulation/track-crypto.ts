import { AsyncLocalStorage } from 'node:async_hooks'
import type { Activity } from './activity.ts'

const METHODS = [
  'sign',
  'verify',
  'importKey',
  'encrypt',
  'decrypt',
  'digest',
  'unwrapKey',
] as const

interface Lane {
  activity: Activity
  last: Promise<unknown>
}

const lanes = new AsyncLocalStorage<Lane>()
let isPatched = false

/**
 * Counts the Web Crypto calls of `work` as under way. Its thread pool finishes them in any order, so they run one after
 * the other.
 */
export function withTrackedCrypto<T>(activity: Activity, work: () => Promise<T>): Promise<T> {
  if (!isPatched) patch()
  isPatched = true
  return lanes.run({ activity, last: Promise.resolve() }, work)
}

function patch(): void {
  const prototype = Object.getPrototypeOf(crypto.subtle) as Record<
    string,
    (...values: unknown[]) => Promise<unknown>
  >
  for (const name of METHODS) {
    const original = prototype[name]
    if (original === undefined) throw new Error(`Web Crypto has no ${name}`)
    prototype[name] = function tracked(this: unknown, ...values) {
      const lane = lanes.getStore()
      if (lane === undefined) return original.apply(this, values)
      const done = lane.last.then(() => original.apply(this, values))
      lane.last = done.catch(() => undefined)
      return lane.activity.track(done)
    }
  }
}
