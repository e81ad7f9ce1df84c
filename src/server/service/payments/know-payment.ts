import { readKnown } from '../../database/payments/processor-notifications.ts'
import type { KnownPayment, Processor } from '../../processors/processor.ts'
import type { ServiceContext } from '../context.ts'
import { knownPayment, type KeptPayment } from './known-payment.ts'

/** A payment of the database as its processor's module takes it; with facts, refunds and what came back, where it needs them. */
export async function knowPayment(
  { database }: Pick<ServiceContext, 'database'>,
  processor: Processor,
  payment: KeptPayment,
): Promise<KnownPayment> {
  if (processor.isTold !== true && processor.completeAction === undefined)
    return knownPayment(payment)
  const read = await readKnown(database, { paymentId: payment.id, processor: processor.name })
  const { facts, refunds, returned } = read
  const isTold = processor.isTold === true
  return {
    ...knownPayment(payment, isTold ? facts : []),
    ...(isTold && { refunds }),
    ...(returned && { returned: JSON.parse(returned) as Record<string, string> }),
  }
}
