import { plansToSeal } from '#domain/method-discounts.ts'
import type { Handler } from '../handler.ts'
import { done, refuse } from '../../service/outcome.ts'
import { findSession } from '../../service/sessions/find-session.ts'
import { NO_CARDS } from './read-card-encryption-key.ts'

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
