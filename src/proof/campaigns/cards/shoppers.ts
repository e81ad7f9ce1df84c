import type { Dice } from '../shared/dice.ts'
import type { CardTestingStage } from './stage.ts'

export interface ShoppersResult {
  flows: number
  paid: number
  /** Honest shoppers who were refused. */
  blocked: number
}

const DECLINED = 0.15
const PAID_TWICE = 0.1
const SHARE_OF_OFFICE = 0.4
const CARDS_MAX = 4
const OFFICE = '192.0.2.1'
const BETWEEN_FLOWS_MS = 3000
const BETWEEN_CARDS_MS = 20_000
const AT_ONCE = 8

/**
 * Honest shoppers, many behind one address: some cards are declined, some payments sent twice; each must succeed in the
 * end.
 */
export async function sendShoppers(
  stage: CardTestingStage,
  flows: number,
  dice: Dice,
): Promise<ShoppersResult> {
  const result = { flows, paid: 0, blocked: 0 }
  let begun = 0

  async function payUntilPaid(number: number): Promise<void> {
    const reference = await stage.newSession()
    const home = `20.${number >> 16}.${(number >> 8) & 255}.${number & 255}`
    const address = dice.chance(SHARE_OF_OFFICE) ? OFFICE : home
    for (let card = 1; card <= CARDS_MAX; card++) {
      const isGood = card === CARDS_MAX || !dice.chance(DECLINED)
      const order = { reference, address, isGood, idempotencyKey: `flow-${number}-${card}` }
      const paid = await stage.pay(order)
      const again = dice.chance(PAID_TWICE) ? await stage.pay(order) : paid
      if (paid.status === 429 || again.status === 429) result.blocked += 1
      if (paid.isPaid) {
        result.paid += 1
        return
      }
      stage.clock.advance(BETWEEN_CARDS_MS / AT_ONCE)
    }
  }

  async function door(): Promise<void> {
    while (begun < flows) {
      stage.clock.advance(BETWEEN_FLOWS_MS)
      await payUntilPaid(begun++)
    }
  }

  await Promise.all(Array.from({ length: AT_ONCE }, door))
  return result
}
