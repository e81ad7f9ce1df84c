import { CardEnvelope, type CreatePayment } from '#contract/checkout.ts'
import { type SealFault, sealFault } from '#domain/methods/card/card-seal.ts'
import type { ServiceContext } from '../context.ts'
import type { SessionWithPayment } from '../../database/sessions/sessions.ts'
import { openEnvelope } from '../keys/envelope.ts'
import { refuse, type Refused } from '../outcome.ts'

/** A payment request whose envelope was opened. Its card is still encrypted to the processor. */
export type UnsealedPayment =
  | { body: CreatePayment; envelope: CardEnvelope | undefined; fault: undefined }
  | { body: CreatePayment; envelope: undefined; fault: SealFault }

/** Opens the envelope of a card; no other code opens envelopes. The card in it stays encrypted to the processor. */
export function unsealCard(
  { keys }: Pick<ServiceContext, 'keys'>,
  body: CreatePayment,
): UnsealedPayment {
  if (!('card' in body)) return { body, envelope: undefined, fault: undefined }
  const pairs = [keys, ...keys.previous].map(({ cardEnvelopes }) => cardEnvelopes)
  const opened = openEnvelope(pairs, body.card.encrypted)
  // The frame was loaded before a key rotation, and stayed open until the older key was removed.
  if (!opened.ok && opened.fault === 'unknown_key') return faulty(body, 'seal_expired')
  const envelope = opened.ok ? readEnvelope(opened.plaintext) : undefined
  if (envelope === undefined) return faulty(body, 'seal_mismatch')
  const card = { ...body.card, encrypted: envelope.encrypted }
  return { body: { ...body, card }, envelope, fault: undefined }
}

/** Why a sealed card cannot pay this session. Undefined when it can, and for other methods. */
export function whyNotSealed(
  { wallClock }: Pick<ServiceContext, 'wallClock'>,
  { id, merchantId, currency }: Pick<SessionWithPayment, 'id' | 'merchantId' | 'currency'>,
  payment: { amountMinor: number; idempotencyKey: string | undefined },
  { body, envelope, fault }: UnsealedPayment,
): Refused | undefined {
  if (fault !== undefined) return refuseSeal(fault)
  if (envelope === undefined) return undefined
  const { amountMinor: amount, idempotencyKey = '' } = payment
  const installments = 'installments' in body ? body.installments : 1
  const binding = { sessionId: id, merchantId, currency, amount, installments, idempotencyKey }
  const found = sealFault(envelope, binding, wallClock())
  return found && refuseSeal(found)
}

function faulty(body: CreatePayment, fault: SealFault): UnsealedPayment {
  return { body, envelope: undefined, fault }
}

/** Anyone can seal an envelope: its content is parsed like a body. */
function readEnvelope(plaintext: string): CardEnvelope | undefined {
  try {
    return CardEnvelope.safeParse(JSON.parse(plaintext)).data
  } catch {
    return undefined
  }
}

const DETAILS: Record<SealFault, string> = {
  seal_expired: 'The card was sealed too long ago. No attempt was made; have it sealed again.',
  seal_mismatch:
    'The card was not sealed for this session, amount, installments and Idempotency-Key. No attempt was made.',
}

function refuseSeal(fault: SealFault): Refused {
  return refuse(fault, DETAILS[fault])
}
