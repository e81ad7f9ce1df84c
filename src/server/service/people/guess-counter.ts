import { createGuessLimit } from '../../limits/rate-limit.ts'

const PER_ADDRESS = 20
const IN_ALL = 300
/** A challenge is a row in the database for two minutes. */
const CHALLENGES_PER_ADDRESS = 60
const CHALLENGES_IN_ALL = 600

/** Counts wrong links, codes and signatures in this process; right ones are still served. */
export interface GuessCounter {
  /** Counts one wrong guess. Returns the seconds to wait when there are too many from this address or in all, else undefined. */
  count(address: string | undefined): number | undefined
  /** The same for sign-in challenges, all of which are counted. */
  countChallenge(address: string | undefined): number | undefined
}

export function createGuessCounter(nowMs?: () => number): GuessCounter {
  return {
    count: counterOf(PER_ADDRESS, IN_ALL, nowMs),
    countChallenge: counterOf(CHALLENGES_PER_ADDRESS, CHALLENGES_IN_ALL, nowMs),
  }
}

function counterOf(perAddress: number, inAll: number, nowMs?: () => number) {
  const ofOne = createGuessLimit(perAddress, nowMs)
  const ofAll = createGuessLimit(inAll, nowMs)
  return (address: string | undefined): number | undefined => {
    const one = address === undefined ? undefined : ofOne.count(address)
    // What an address does beyond its own limit takes nothing of the total from the others.
    return one ?? ofAll.count('')
  }
}
