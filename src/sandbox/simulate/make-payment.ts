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
import type { PlannedPayment } from './methods/methods.ts'

/** Makes a payment as the shopper would, with the test payer's data where the session has none. */
export async function makePayment(
  context: ServiceContext,
  sandbox: ProcessorSandbox,
  reference: string,
  { session, planned }: { session: SessionForCheckout; planned: PlannedPayment },
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
    // The test payer's e-mail never pays a voucher by itself; another one could decide the payment first.
    payer: METHODS[body.method].paysLater ? { ...customer, email: testPayer.email } : customer,
    idempotencyKey: undefined,
  })
  return refusal && refusalForMerchant(refusal)
}

async function bodyOf(
  sandbox: ProcessorSandbox,
  planned: PlannedPayment,
  session: SessionForCheckout,
): Promise<CreatePayment> {
  const { testPayer } = sandbox
  const missing = missingFields(session, planned.method, session.details.customer ?? {})
  const customer: Customer = Object.fromEntries(missing.map((field) => [field, testPayer[field]]))
  if (!('card' in planned)) return { ...planned, customer }
  const { encrypted, brand, lastFour } = await sandbox.sealedTestCard(planned.card)
  return { ...planned, card: { encrypted, brand, lastFour }, installments: 1, customer }
}

/** Maps the refusals of a shopper's payment to the one that merchants know: the session is not open. */
function refusalForMerchant(refusal: Refusal): Refusal {
  const hasEnded = ['already_paid', 'session_expired', 'session_canceled'].includes(refusal.code)
  return hasEnded ? refuse('session_not_open', refusal.detail) : refusal
}
