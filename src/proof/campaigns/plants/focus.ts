import type { Dice } from '../shared/dice.ts'
import { refundRequest } from '../simulation/actions.ts'
import { takeTurn, turns } from '../simulation/background.ts'
import { payTooLate } from '../simulation/beginnings.ts'
import { ask } from '../simulation/client.ts'
import { createFaults } from '../simulation/faults.ts'
import type { Plant } from '../simulation/plant.ts'
import { payByCard } from '../simulation/rare-scenes.ts'
import type { Fate, Faults, StepKind } from '../simulation/scheduler.ts'
import { settle } from '../simulation/settle.ts'

type Focus = NonNullable<Plant['focus']>

const BREAKS = 0.5
const UNDECIDED_MS = 31_000
const LEASE_OVER_MS = 61_000

/** A partial refund whose request to the processor breaks; the merchant retries. */
export function onRefunds(...fates: Fate[]): Focus {
  return {
    async begin(stage, purchase) {
      await payByCard(stage, purchase, 'approved')
      const asked = refundRequest(purchase, { amount: 1 })
      await settle(stage, [ask(stage, asked)])
      stage.clock.advance(UNDECIDED_MS)
      await settle(stage, [ask(stage, asked)])
    },
    faults: breaking('processor', 'POST /refunds', fates),
  }
}

/** The connection breaks under a charge, and a worker inquires about its outcome. */
export function onCharges(fates: readonly Fate[], looker: string): Focus {
  return {
    async begin(stage, purchase) {
      await payByCard(stage, purchase, 'approved')
      stage.clock.advance(UNDECIDED_MS)
      await turns(stage, looker, looker)
    },
    faults: breaking('processor', 'POST /payments', fates),
  }
}

/** A shopper pays after the expiry. */
export const ON_LATE_MONEY: Focus = { begin: payTooLate, faults: createFaults }

/** A worker sleeps over its delivery until its lease ends, and another worker claims it. */
export const ON_SLEEPING_WORKERS: Focus = {
  async begin(stage, purchase) {
    await payByCard(stage, purchase, 'approved')
    await settle(stage, [takeTurn(stage, 'deliver')])
    stage.clock.advance(LEASE_OVER_MS)
    await settle(stage, [takeTurn(stage, 'deliver')])
    stage.scheduler.nextRound()
    await settle(stage, [])
  },
  faults: (dice) => ({
    fateOf: () => 'done',
    pauseOf: (kind) => (kind === 'receiver' && dice.chance(BREAKS) ? 1 : 0),
  }),
}

/** A scene in which the campaign injects no faults: only the processor's own behaviour shows the planted fault. */
export function quietly(begin: Focus['begin']): Focus {
  return { begin, faults: () => ({ fateOf: () => 'done', pauseOf: () => 0 }) }
}

/** Every second step of this name breaks, and nothing else. */
function breaking(kind: StepKind, name: string, fates: readonly Fate[]): (dice: Dice) => Faults {
  return (dice) => ({
    fateOf: (stepKind, stepName) =>
      stepKind === kind && stepName === name && dice.chance(BREAKS) ? dice.pick(fates) : 'done',
    pauseOf: () => 0,
  })
}
