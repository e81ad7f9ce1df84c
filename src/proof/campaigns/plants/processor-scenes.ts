import { createProcessors } from '#server/processors/processors.ts'
import type { Processor } from '#server/processors/processor.ts'
import { finishRefunds } from '#server/service/refunds/finish-refunds.ts'
import { resolvePayments } from '#server/service/payments/resolve-payments.ts'
import { refundRequest } from '../simulation/actions.ts'
import { ask } from '../simulation/client.ts'
import type { Purchase } from '../simulation/purchase.ts'
import { payByCard } from '../simulation/rare-scenes.ts'
import { stayPaid } from '../simulation/scripted-beginnings.ts'
import { settle } from '../simulation/settle.ts'
import type { Stage } from '../simulation/stage.ts'

const UNDECIDED_MS = 31_000

/** The processor of another account: it knows none of these payments. */
const ELSEWHERE: Processor = {
  name: 'elsewhere',
  cardEncryptionKey: () => Promise.reject(new Error('this account takes no cards')),
  createPayment: async () => ({ status: 'failed', declineCode: 'processing_error' }),
  inquire: async () => ({ status: 'not_found' }),
  cancelPayment: async () => ({ status: 'failed', declineCode: 'processing_error' }),
  createRefund: async () => ({ status: 'failed' }),
  inquireRefund: async () => ({ status: 'not_found' }),
  readNotification: async () => undefined,
}

/** The answers about a payment and its refund are lost, and a process with another account's processor works first. */
export async function payAndLookElsewhere(stage: Stage, purchase: Purchase): Promise<void> {
  await payByCard(stage, purchase, 'approved')
  await settle(stage, [ask(stage, refundRequest(purchase, { amount: 1 }))])
  stage.clock.advance(UNDECIDED_MS)
  const { context, scheduler } = stage
  const elsewhere = { ...context, processor: ELSEWHERE, processors: createProcessors([ELSEWHERE]) }
  await settle(stage, [
    scheduler.start('elsewhere', async () => {
      await resolvePayments(elsewhere)
      await finishRefunds(elsewhere)
    }),
  ])
}

/** The network takes money back, and the merchant refunds all that it believes is left. */
export async function refundReversed(stage: Stage, purchase: Purchase): Promise<void> {
  await stayPaid(stage, purchase)
  await settle(stage, [ask(stage, refundRequest(purchase, {}))])
}
