import { createGuessLimit } from '../../limits/rate-limit.ts'

const PER_ADDRESS = 20
const IN_ALL = 300
/** More than the people behind one address sign in; there is no limit in all, which strangers could use up. */
const CHALLENGES_PER_ADDRESS = 60

/** Counts wrong links, codes and signatures in this process; right ones are still served. */
export interface GuessCounter {
  /** Counts one wrong guess. Returns the seconds to wait when there are too many from this address or in all, else undefined. */
  count(address: string | undefined): number | undefined
  /** The same for sign-in challenges of one address, all of which are counted. */
  countChallenge(address: string | undefined): number | undefined
}

export function createGuessCounter(nowMs?: () => number): GuessCounter {
  const ofOne = createGuessLimit(PER_ADDRESS, nowMs)
  const ofAll = createGuessLimit(IN_ALL, nowMs)
  const challenges = createGuessLimit(CHALLENGES_PER_ADDRESS, nowMs)
  return {
    count(address) {
      const one = address === undefined ? undefined : ofOne.count(address)
      // What an address does beyond its own limit takes nothing of the total from the others.
      return one ?? ofAll.count('')
    },
    countChallenge: (address) => (address === undefined ? undefined : challenges.count(address)),
  }
}
