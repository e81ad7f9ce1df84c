import type { CreatePayment } from '#contract/checkout.ts'
import type { Customer } from '#contract/session.ts'
import { METHODS } from '#domain/methods/methods.ts'
import type { ProcessorSandbox } from '#server/processors/processor.ts'
import type { SessionForCheckout } from '#server/database/sessions/sessions.ts'
import { prefillOf } from '#server/service/sessions/prefill.ts'
import { startPayment } from '#server/service/payments/start-payment.ts'
import { validatePayment, missingFields } from '#server/service/payments/validate-payment.ts'
import type { ServiceContext } from '#server/service/context.ts'
import { newId } from '#domain/id.ts'
import { refuse, type Refused } from '#server/service/outcome.ts'
import { NO_BREAKER } from '#server/service/payments/processor-breaker.ts'
import type { PlannedPayment } from './methods/methods.ts'
import { sealEnvelope } from './seal-envelope.ts'

/** Makes a payment as the shopper would, with the test payer's data where the session has none. */
export async function makePayment(
  context: ServiceContext,
  sandbox: ProcessorSandbox,
  reference: string,
  { session, planned }: { session: SessionForCheckout; planned: PlannedPayment },
): Promise<Refused | undefined> {
  const { testPayer } = sandbox
  const body = await bodyOf(sandbox, planned, session)
  const checked = validatePayment(session, body)
  if (!checked.ok)
    return refuse('validation_failed', 'The session cannot be paid as its customer is.', {
      fields: checked.errors,
    })
  const { amountMinor, discountMinor, customer } = checked
  const idempotencyKey = newId('pay', context.wallClock(), context.random)
  const decided = { ...context, processorBreaker: NO_BREAKER }
  const started = await startPayment(decided, session, reference, {
    body: inEnvelope(context, session, { body, amountMinor, idempotencyKey }),
    amountMinor,
    discountMinor,
    customer,
    // A voucher with the test payer's e-mail is never paid by itself. Another e-mail could decide the payment first.
    payer: METHODS[body.method].paysLater ? { ...customer, email: testPayer.email } : customer,
    idempotencyKey,
  })
  return started.outcome === 'refused' ? refusalForMerchant(started) : undefined
}

async function bodyOf(
  sandbox: ProcessorSandbox,
  planned: PlannedPayment,
  session: SessionForCheckout,
): Promise<CreatePayment> {
  const { testPayer } = sandbox
  const missing = missingFields(session, planned.method, prefillOf(session) ?? {})
  const customer: Customer = Object.fromEntries(missing.map((field) => [field, testPayer[field]]))
  if (!('card' in planned)) return { ...planned, customer }
  const { encrypted, brand, lastFour } = await sandbox.sealedTestCard(planned.card)
  return { ...planned, card: { encrypted, brand, lastFour }, installments: 1, customer }
}

/** The body as the page sends it, with its card in an envelope: a card without one is refused here, too. */
function inEnvelope(
  { keys, wallClock, random }: ServiceContext,
  { id: sessionId, merchantId, currency }: SessionForCheckout,
  asked: { body: CreatePayment; amountMinor: number; idempotencyKey: string },
): CreatePayment {
  const { body, amountMinor: amount, idempotencyKey } = asked
  if (!('card' in body)) return body
  const envelope = {
    encrypted: body.card.encrypted,
    sessionId,
    merchantId,
    currency,
    amount,
    idempotencyKey,
    installments: body.installments,
    sealedAt: wallClock().toISOString(),
  }
  const encrypted = sealEnvelope(envelope, keys.cardEnvelopes.publicKey, random)
  return { ...body, card: { ...body.card, encrypted } }
}

/** Maps the refusals of a shopper's payment to the one that merchants know: the session is not open. */
function refusalForMerchant(refusal: Refused): Refused {
  const hasEnded = ['already_paid', 'session_expired', 'session_canceled'].includes(refusal.code)
  return hasEnded ? refuse('session_not_open', refusal.detail) : refusal
}
