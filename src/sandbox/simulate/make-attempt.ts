import type { CreatePayment } from '../../contract/checkout.ts'
import type { Customer } from '../../contract/session.ts'
import { METHODS } from '../../domain/methods/methods.ts'
import type { ProcessorSandbox } from '../../server/processors/processor.ts'
import type { SessionForCheckout } from '../../server/database/sessions.ts'
import { startPayment } from '../../server/api/checkout/start-payment.ts'
import { validatePayment, missingFields } from '../../server/api/checkout/validate-payment.ts'
import type { ServiceContext } from '../../server/context.ts'
import { refuse, type Refusal } from '../../server/api/handler.ts'
import { NO_BREAKER } from '../../server/payments/processor-breaker.ts'
import type { PlannedAttempt } from './methods/methods.ts'

/** Tries to pay as the shopper would. What the session does not know of its customer, the test payer has. */
export async function makeAttempt(
  context: ServiceContext,
  sandbox: ProcessorSandbox,
  reference: string,
  { session, planned }: { session: SessionForCheckout; planned: PlannedAttempt },
): Promise<Refusal | undefined> {
  const { testPayer } = sandbox
  const body = await bodyOf(sandbox, planned, session)
  const checked = validatePayment(session, body)
  if (!checked.ok)
    return refuse('validation_failed', 'The session cannot be paid as its customer is.', checked)
  const { amountMinor, customer } = checked
  const decided = { ...context, processorBreaker: NO_BREAKER }
  const refusal = await startPayment(decided, session, reference, {
    body,
    amountMinor,
    customer,
    // A voucher's own e-mail may let it be paid, or expire, before it is decided.
    payer: METHODS[body.method].paysLater ? { ...customer, email: testPayer.email } : customer,
    idempotencyKey: undefined,
  })
  return refusal && asOfMerchant(refusal)
}

async function bodyOf(
  sandbox: ProcessorSandbox,
  planned: PlannedAttempt,
  session: SessionForCheckout,
): Promise<CreatePayment> {
  const { testPayer } = sandbox
  const missing = missingFields(session, planned.method, session.details.customer ?? {})
  const customer: Customer = Object.fromEntries(missing.map((field) => [field, testPayer[field]]))
  if (!('card' in planned)) return { ...planned, customer }
  const { encrypted, brand, lastFour } = await sandbox.sealedTestCard(planned.card)
  return { ...planned, card: { encrypted, brand, lastFour }, installments: 1, customer }
}

/** To whom decides what happens, a session that has ended is one refusal, however it has. */
function asOfMerchant(refusal: Refusal): Refusal {
  const hasEnded = ['already_paid', 'session_expired', 'session_canceled'].includes(refusal.code)
  return hasEnded ? refuse('session_not_open', refusal.detail) : refusal
}
