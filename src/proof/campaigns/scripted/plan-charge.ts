import { planBoleto } from '#sandbox/simulator/methods/boleto.ts'
import { planPix } from '#sandbox/simulator/methods/pix.ts'
import type { PaymentPlan } from '#sandbox/simulator/payment-plan.ts'
import type { PaymentRequest } from '#sandbox/simulator/simulator-messages.ts'
import { behaviorOf } from '#sandbox/simulator/test-cards.ts'
import type { Deps } from './deps.ts'

const SECONDS = 1000
const PROCESSING_MS = 5 * SECONDS
const CHALLENGE_MS = 900 * SECONDS
const CHALLENGE = { type: 'challenge', url: 'https://bank.example/challenge' } as const

/** The state in which a charge begins, by the rules of the simulator. `numberOf` opens an encrypted card. */
export async function planCharge(
  request: PaymentRequest,
  now: Date,
  numberOf: Deps['numberOf'],
): Promise<PaymentPlan> {
  const { method } = request
  if (method.type === 'pix') return planPix(method, { request, now })
  if (method.type === 'boleto') return planBoleto(method, { request, now })
  return planCard(await numberOf(method.encryptedCard), now)
}

function planCard(number: string | undefined, now: Date): PaymentPlan {
  if (number === undefined) return { state: { status: 'failed', declineCode: 'processing_error' } }
  const after = (ms: number) => new Date(now.getTime() + ms)
  const behavior = behaviorOf(number)
  switch (behavior.type) {
    case 'succeed':
    case 'stay_silent':
    case 'dispute':
    case 'return_refunds':
    case 'delay_refunds':
      return { state: { status: 'succeeded' } }
    case 'decline':
      return { state: { status: 'failed', declineCode: behavior.declineCode } }
    case 'process':
      return { state: { status: 'processing' }, due: { type: 'pay', at: after(PROCESSING_MS) } }
    case 'stay_unknown':
      return { state: { status: 'processing' }, isUnknown: true }
    case 'challenge':
      return {
        state: { status: 'requires_action', action: CHALLENGE },
        due: { type: 'expire', at: after(CHALLENGE_MS) },
      }
  }
}
