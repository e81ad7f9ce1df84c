import { plansToSeal } from '#domain/method-discounts.ts'
import { done, refuse } from '../../service/outcome.ts'
import { findSession } from '../../service/sessions/find-session.ts'
import type { Handler } from '../handler.ts'

const NO_CARDS = refuse('payments_unavailable', "No processor's account takes cards.")

export const readCardEncryptionKey: Handler<'readCardEncryptionKey'> = async ({ processors }) => {
  const processor = processors.forMethod('card')
  return processor === undefined ? NO_CARDS : done(await processor.cardEncryptionKey())
}

export const readCardSeal: Handler<'readCardSeal'> = async (context, call) => {
  const session = await findSession(context, call.parameters.reference)
  if (session === undefined) return refuse('not_found', 'There is no such session.')
  if (session.status !== 'open')
    return refuse('session_not_open', `The session is ${session.status}.`)
  const processor = context.processors.forMethod('card')
  if (processor === undefined) return NO_CARDS
  return done({
    encryptionKey: await processor.cardEncryptionKey(),
    envelopeKey: context.keys.cardEnvelopes.publicKey,
    sessionId: session.id,
    merchantId: session.merchantId,
    currency: session.currency,
    plans: plansToSeal(session),
  })
}
