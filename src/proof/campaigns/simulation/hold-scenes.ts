import { askOfHeldPayment } from '#server/service/payments/ask-of-hold.ts'
import { asObject } from '#server/service/idempotency.ts'
import type { Intent } from '#domain/hold.ts'
import { turns } from './background.ts'
import { create, heldPurchase, type Purchase } from './purchase.ts'
import { payByCard } from './rare-scenes.ts'
import { settle } from './settle.ts'
import type { Stage } from './stage.ts'

/** Orders of this scene are numbered from here on. */
const FIRST_NUMBER = 2000
/** How the simulator's payers hold; the scripted processor has its own unkindnesses. */
const PAYERS = ['maria', 'maria', 'capture_fails', 'capture_silent', 'void_silent', 'hold_ends']
const AT_ONCE_MAX = 3
const INTENTS: readonly Intent[] = ['capture', 'capture', 'void']
const SHARES = [1, 0.5, 0.1]
const PASSING_MS = [1, 31_000, 86_400_000, 8 * 86_400_000]
const OPERATOR = { kind: 'command', user: 'ana', command: 'payments' } as const

/** A hold that its merchant captures, in full or in part, releases, both at once, or forgets. */
export async function holdAndDecide(stage: Stage, purchase: Purchase): Promise<void> {
  const { dice, clock } = stage
  const number = FIRST_NUMBER + Number(purchase.created.key?.split('-').at(1))
  const held = heldPurchase(stage, purchase, { number, payer: dice.pick(PAYERS) })
  await settle(stage, [create(stage, held)])
  if (held.id === undefined) return
  await payByCard(stage, held, dice.pick(['approved', 'approved', 'challenged', 'processed']))
  for (let rounds = dice.below(3); rounds > 0; rounds--) {
    const asked = Array.from({ length: 1 + dice.below(AT_ONCE_MAX) }, () =>
      decide(stage, held, { intent: dice.pick(INTENTS), share: dice.pick(SHARES) }),
    )
    await settle(stage, asked)
    clock.advance(dice.pick(PASSING_MS))
    await turns(stage, 'the processor works', 'release holds', 'finish intents')
  }
}

/** An operator captures or releases for the merchant; a fault may end it, and the row says how far it came. */
async function decide(
  stage: Stage,
  { id: sessionId = '', merchant, created }: Purchase,
  { intent, share }: { intent: Intent; share: number },
): Promise<unknown> {
  const { amount } = JSON.parse(created.body) as { amount: number }
  const amountMinor = intent === 'capture' ? Math.max(1, Math.floor(amount * share)) : undefined
  const asked = { merchantId: merchant.id, sessionId, intent, amountMinor, actor: OPERATOR }
  return stage.scheduler.start(`operator ${intent}`, async () => {
    try {
      return await askOfHeldPayment(stage.context, { ...asked, idempotent: undefined }, asObject())
    } catch (error) {
      stage.context.log.error({ err: error }, 'an operator failed')
    }
  })
}
