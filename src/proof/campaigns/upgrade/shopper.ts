import { cancelSession, createSession, refundSometimes, requestPayment } from '../crash/purchase.ts'
import type { PurchaseStage } from '../crash/retry-until-answered.ts'
import type { Dice } from '../shared/dice.ts'

const CUSTOMER = { email: 'succeed_immediately@example.com', name: 'Maria', taxId: '52998224725' }
const WAYS = ['approved', 'approved', 'approved', 'declined', 'processed', 'pix', 'boleto'] as const

/** An order from its session to its end: paid or not, refunded or not, canceled where it is still open. */
export async function shopOnce(stage: PurchaseStage, dice: Dice, name: string): Promise<void> {
  const ordered = await createSession(stage, dice, name, { customer: CUSTOMER })
  if (ordered === undefined) return
  if (dice.chance(0.9)) {
    const payment = { way: dice.pick(WAYS), key: 'payment-1' }
    await requestPayment(stage, dice, ordered, payment)
  }
  await refundSometimes(stage, dice, ordered, name)
  await cancelSession(stage, dice, ordered)
}
