import { createDice } from '../shared/dice.ts'
import { attackFromOneAddress, attackOfOneSession, type AttackResult } from './attack.ts'
import { sendShoppers, type ShoppersResult } from './shoppers.ts'
import type { CardTestingStage } from './stage.ts'

export interface CardTestingResult {
  seed: number
  fromOneAddress: AttackResult
  ofOneSession: AttackResult
  shoppers: ShoppersResult
  faults: string[]
}

const REACHED_SHARE_MAX = 0.01
/** What any attack gets before a limit applies: the declines per address, and the payments already under way. */
const REACHED_FLOOR = 30

/** Half of the payments from one address, half at one session; then honest shoppers. */
export async function playCardTesting(
  stage: CardTestingStage,
  { seed, attempts, flows }: { seed: number; attempts: number; flows: number },
  advanced: (attempts: number) => void = () => {},
): Promise<CardTestingResult> {
  const dice = createDice(seed)
  const half = Math.ceil(attempts / 2)
  const fromOneAddress = await attackFromOneAddress(stage, half)
  advanced(half)
  const ofOneSession = await attackOfOneSession(stage, half, dice)
  advanced(half)
  const shoppers = await sendShoppers(stage, flows, dice)
  const faults = [
    ...Object.entries({ fromOneAddress, ofOneSession }).flatMap(([name, attack]) => {
      const most = Math.max(REACHED_FLOOR, attack.attempts * REACHED_SHARE_MAX)
      const text = `${name}: ${attack.reached} of ${attack.attempts} reached the processor`
      return attack.reached > most ? [text] : []
    }),
    ...(shoppers.blocked > 0 ? [`${shoppers.blocked} honest shoppers were blocked`] : []),
    ...(shoppers.paid < flows ? [`${flows - shoppers.paid} honest shoppers did not pay`] : []),
  ]
  return { seed, fromOneAddress, ofOneSession, shoppers, faults }
}
