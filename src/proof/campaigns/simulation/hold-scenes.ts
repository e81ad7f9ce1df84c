import { askOfHeldPayment } from '#server/service/payments/ask-of-hold.ts'
import { asObject } from '#server/service/idempotency.ts'
import type { Intent } from '#domain/hold.ts'
import { turns } from './background.ts'
import { ask } from './client.ts'
import { create, heldPurchase, merchantCall, type Purchase } from './purchase.ts'
import { payByCard } from './rare-scenes.ts'
import { settle } from './settle.ts'
import type { Stage } from './stage.ts'

/** Orders of this scene are numbered from here on. */
const FIRST_NUMBER = 2000
/** How the simulator's payers hold; the scripted processor has its own unkindnesses. */
const PAYERS = [
  'maria',
  'maria',
  'capture_fails',
  'capture_silent',
  'capture_reversed',
  'void_silent',
  'hold_ends',
]
const AT_ONCE_MAX = 3
const INTENTS: readonly Intent[] = ['capture', 'capture', 'void']
/** Twice as much as is held is refused. */
const SHARES = [1, 1, 0.5, 0.5, 0.1, 2]
const DAY_MS = 86_400_000
const PASSING_MS = [1, 31_000, DAY_MS, 8 * DAY_MS]
const OPERATOR = { kind: 'command', user: 'ana', command: 'payments' } as const

/** A hold that its merchant captures, in full or in part, releases, both at once, or forgets. */
export async function holdAndDecide(stage: Stage, purchase: Purchase): Promise<void> {
  const { dice } = stage
  const number = FIRST_NUMBER + Number(purchase.created.key?.split('-').at(1))
  const held = heldPurchase(stage, purchase, { number, payer: dice.pick(PAYERS) })
  await settle(stage, [create(stage, held)])
  if (held.id === undefined) return
  await payByCard(stage, held, dice.pick(['approved', 'approved', 'challenged', 'processed']))
  for (let rounds = dice.below(3); rounds > 0; rounds--) {
    const asked = Array.from({ length: 1 + dice.below(AT_ONCE_MAX) }, () => {
      const by = dice.pick([decide, askFor])
      return by(stage, held, { intent: dice.pick(INTENTS), share: dice.pick(SHARES) })
    })
    await settle(stage, asked)
    await letPass(stage, dice.pick(PASSING_MS))
    await turns(stage, 'the processor works', 'release holds', 'finish intents')
  }
}

/**
 * Lets time pass. Where the processor of cards cannot be asked, workers are not away for days: a capture of money that its network has
 * taken already ends by its answer alone, and is not sent after six days.
 */
export async function letPass(stage: Stage, ms: number): Promise<void> {
  const step = stage.network.second?.method === 'card' ? DAY_MS : ms
  for (let left = ms; left > 0; left -= step) {
    stage.clock.advance(Math.min(left, step))
    if (left > step) await turns(stage, 'finish intents')
  }
}

interface Decision {
  intent: Intent
  share: number
}

function amountOf({ created }: Purchase, { intent, share }: Decision): number | undefined {
  const { amount } = JSON.parse(created.body) as { amount: number }
  return intent === 'capture' ? Math.max(1, Math.floor(amount * share)) : undefined
}

/** The merchant captures or releases by the API, now and then with a key that is used already. */
function askFor(stage: Stage, held: Purchase, decision: Decision): Promise<unknown> {
  const { intent, share } = decision
  const path = `/${intent}`
  const amount = amountOf(held, decision)
  const asked = merchantCall(held, path, { amount }, `${intent}-${share}`)
  held.asked.push(asked)
  return ask(stage, asked)
}

/** An operator captures or releases for the merchant; a fault may end it, and the row says how far it came. */
export async function decide(stage: Stage, held: Purchase, decision: Decision): Promise<unknown> {
  const { id: sessionId = '', merchant } = held
  const { intent } = decision
  const amountMinor = amountOf(held, decision)
  const asked = { merchantId: merchant.id, sessionId, intent, amountMinor, actor: OPERATOR }
  return stage.scheduler.start(`operator ${intent}`, async () => {
    try {
      return await askOfHeldPayment(stage.context, { ...asked, idempotent: undefined }, asObject())
    } catch (error) {
      stage.context.log.error({ err: error }, 'an operator failed')
    }
  })
}
