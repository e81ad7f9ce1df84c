import type { Dice } from '../shared/dice.ts'
import type { CardTestingStage } from './stage.ts'

export interface AttackResult {
  attempts: number
  /** Payments that the processor saw. */
  reached: number
}

const AT_ONCE = 20
const ATTEMPTS_A_SECOND = 10
const SESSIONS = 50

/** Tests cards from one address at many sessions. */
export function attackFromOneAddress(
  stage: CardTestingStage,
  attempts: number,
): Promise<AttackResult> {
  return attack(stage, attempts, { sessions: SESSIONS, addressOf: () => '198.51.100.7' })
}

/** Tests cards at one session from many addresses, some of them in a few IPv6 networks. */
export function attackOfOneSession(
  stage: CardTestingStage,
  attempts: number,
  dice: Dice,
): Promise<AttackResult> {
  const part = () => dice.below(250) + 1
  return attack(stage, attempts, {
    sessions: 1,
    addressOf: () =>
      dice.chance(0.2)
        ? `2001:db8:${part().toString(16)}::${part()}`
        : `203.${part()}.${part()}.${part()}`,
  })
}

async function attack(
  stage: CardTestingStage,
  attempts: number,
  { sessions, addressOf }: { sessions: number; addressOf: () => string },
): Promise<AttackResult> {
  const references: string[] = []
  while (references.length < sessions) references.push(await stage.newSession())
  const before = stage.asked()
  let made = 0

  async function bot(): Promise<void> {
    while (made < attempts) {
      const number = made++
      const reference = references[number % references.length] ?? ''
      stage.clock.advance(1000 / ATTEMPTS_A_SECOND)
      const address = addressOf()
      await stage.pay({ reference, address, isGood: false, idempotencyKey: `attack-${number}` })
    }
  }

  await Promise.all(Array.from({ length: AT_ONCE }, bot))
  return { attempts, reached: stage.asked() - before }
}
