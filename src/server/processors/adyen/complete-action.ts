import {
  type KnownPayment,
  ProcessorNotAsked,
  type ProcessorOutcome,
  ProcessorRefused,
} from '../processor.ts'
import type { Adapter } from './adapter.ts'
import { outcomeOf } from './create-payment.ts'
import { shortDigest } from './digest.ts'
import { readPaymentAnswer } from './payment-answer.ts'

const ROUTE = '/payments/details'
const RESULT = 'redirectResult'
/** `maxLength` in CheckoutService-v72. */
const RESULT_LENGTH_MAX = 20_000

/**
 * Sends the result of a redirect to Adyen. The same result has the same key, so the call can be repeated. A refusal ends no
 * payment: anybody can open the return address with a made-up result.
 */
export async function completeAction(
  { account, api, clock }: Adapter,
  { paymentId, amountMinor, currency }: KnownPayment,
  returned: Readonly<Record<string, string>>,
): Promise<ProcessorOutcome> {
  const redirectResult = returned[RESULT] ?? ''
  if (redirectResult === '' || redirectResult.length > RESULT_LENGTH_MAX)
    throw new ProcessorRefused(`what came back has no ${RESULT} of a usable length`)
  const ask = api.start()
  const answer = await ask({
    route: ROUTE,
    idempotencyKey: `det-${paymentId}-${shortDigest(redirectResult)}`,
    body: { details: { redirectResult } },
  })
  if (answer.kind === 'refused')
    throw new ProcessorRefused(`POST ${ROUTE} was refused with ${answer.described}`)
  // The fault is the account's, so the result is kept and given again.
  if (answer.kind === 'not_allowed')
    throw new ProcessorNotAsked(`POST ${ROUTE} was not allowed: ${answer.described}`, {
      hasAnswered: true,
    })
  const asked = { account, paymentId, amountMinor, currency, now: clock() }
  const reading = readPaymentAnswer(answer.body, asked)
  return outcomeOf({ account, ask, route: ROUTE, paymentId }, reading)
}
