import { createGuessLimit } from '../../limits/rate-limit.ts'

const PER_ADDRESS = 20
const IN_ALL = 300

/** Counts wrong links, codes and signatures in this process; right ones are still served. */
export interface GuessCounter {
  /** Counts one. The seconds to wait when there were too many from this address or in all; undefined: no wait. */
  count(address: string | undefined): number | undefined
}

export function createGuessCounter(nowMs?: () => number): GuessCounter {
  const ofOne = createGuessLimit(PER_ADDRESS, nowMs)
  const ofAll = createGuessLimit(IN_ALL, nowMs)
  return {
    count(address) {
      const all = ofAll.count('')
      const one = address === undefined ? undefined : ofOne.count(address)
      return one ?? all
    },
  }
}
