import { z } from 'zod'
import { ProcessorNotAsked, ProcessorRefused, ProcessorSilent } from '../processor.ts'
import type { AdyenAmount } from './amount.ts'
import type { AdyenRequest, Ask } from './api.ts'
import { PspReference } from './payment-answer.ts'

/** What is read of the answers to captures, cancels, reversals and refunds in CheckoutService-v72. */
export const Received = z.object({
  status: z.literal('received'),
  pspReference: PspReference,
  paymentPspReference: z.string().optional(),
  reference: z.string().optional(),
  amount: z.object({ currency: z.string(), value: z.number() }).optional(),
})

interface Modification {
  route: string
  idempotencyKey: string
  /** Absent: it names the payment by our reference. */
  psp?: string
  body: {
    merchantAccount: string
    reference: string
    amount?: AdyenAmount
    paymentReference?: string
  }
}

/**
 * Asks to change a payment, and returns the reference of the request: it is received, and a notification tells its end. Throws
 * `ProcessorRefused` where it is not, and `ProcessorNotAsked` where the account may not ask.
 */
export async function modify(
  ask: Ask,
  { route, idempotencyKey, psp, body }: Modification,
): Promise<string> {
  const request: AdyenRequest = { route, idempotencyKey, body, ...(psp && { values: { psp } }) }
  const answer = await ask(request)
  const what = `POST ${route}`
  if (answer.kind === 'refused')
    throw new ProcessorRefused(`${what} was refused with ${answer.described}`)
  if (answer.kind === 'not_allowed')
    throw new ProcessorNotAsked(`${what} was not allowed: ${answer.described}`, {
      hasAnswered: true,
    })
  const received = Received.safeParse(answer.body).data
  if (received === undefined || !isAbout(received, { psp, body }))
    throw new ProcessorSilent(`${what} was answered with another request`, { hasAnswered: true })
  return received.pspReference
}

/** An answer may lack what it is about, and must not contradict. */
function isAbout(
  { paymentPspReference, reference, amount }: z.infer<typeof Received>,
  { psp, body }: { psp: string | undefined; body: Modification['body'] },
): boolean {
  if (psp !== undefined && paymentPspReference !== undefined && paymentPspReference !== psp)
    return false
  if (reference !== undefined && reference !== body.reference) return false
  if (amount === undefined || body.amount === undefined) return true
  return amount.value === body.amount.value && amount.currency === body.amount.currency
}
