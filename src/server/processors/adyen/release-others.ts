import { type KnownPayment, ProcessorRefused, type ReleasedOthers } from '../processor.ts'
import type { Adapter } from './adapter.ts'
import { FAILURES_MAX, isReversal } from './cancel-payment.ts'
import { shortDigest } from './digest.ts'
import { factsAmong } from './facts.ts'
import { unwantedHolds } from './fold-payment.ts'
import { reverse } from './reverse.ts'

/**
 * Releases each authorisation of a payment that nobody wants, such as the second one of a request that Adyen has taken twice. A reversal gives back where its network has taken the money. Throws `ProcessorRefused` once Adyen has failed to do it
 * three times.
 */
export async function releaseOthers(
  { account, api }: Adapter,
  known: KnownPayment,
): Promise<ReleasedOthers> {
  const { paymentId } = known
  const facts = factsAmong(known.facts)
  const unwanted = unwantedHolds(known, facts)
  if (unwanted.length === 0) return { status: 'none' }
  const ask = api.start()
  for (const psp of unwanted) {
    const ended = facts.filter((fact) => isReversal(fact) && fact.orig === psp)
    if (ended.length >= FAILURES_MAX)
      throw new ProcessorRefused(`Adyen has failed to release another hold ${FAILURES_MAX} times`)
    const keyOf = shortDigest(psp)
    await reverse(ask, account, { paymentId, psp, keyOf, number: ended.length + 1 })
  }
  return { status: 'asked' }
}
