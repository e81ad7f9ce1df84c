import { encodeBase62 } from './base62.ts'
import type { RandomBytes } from './id.ts'

/**
 * The beginning of an id's body, after the prefix, when an operator tries a processor's account. No other id begins so: the
 * greatest number of 128 bits begins with `7`.
 */
const MARK = 'HOMOLOG'
const RANDOM_BYTES = 11
const RANDOM_LENGTH = 15
const TRIAL_ID = /^(?:pay|re)_HOMOLOG[0-9A-Za-z]{15}$/

/** A new id of a payment or refund that belongs to no session, made to try a processor's account. */
export function newTrialId(prefix: 'pay' | 're', random: RandomBytes): string {
  return `${prefix}_${MARK}${encodeBase62(random(RANDOM_BYTES), RANDOM_LENGTH)}`
}

/** Whether a payment or refund was made to try a processor's account. */
export function isTrialId(id: string): boolean {
  return TRIAL_ID.test(id)
}
