import type { InvariantName } from '../../oracle/violation.ts'
import type { Plant } from '../simulation/plant.ts'
import { runSchedule } from '../simulation/run-schedule.ts'
import type { Worlds } from '../simulation/worlds.ts'
import { UNFIT } from './plant-tools.ts'

export interface Found {
  seed: number
  /** Schedules until it was found. */
  schedules: number
  /** The invariants that were violated. */
  invariants: InvariantName[]
}

/** Runs schedules with a planted fault until one violates an invariant that this fault breaks. */
export async function searchFor(
  worlds: Pick<Worlds, 'open' | 'drop'>,
  plant: Plant,
  { seed, schedules }: { seed: number; schedules: number },
): Promise<Found | undefined> {
  const world = await worlds.open(plant.sql)
  try {
    for (let count = 1; count <= schedules; count++) {
      const { violations } = await runSchedule(world, seed + count - 1, { plant })
      const invariants = [...new Set(violations.map(({ invariant }) => invariant))]
      // A plant that cannot be applied is another fault.
      if (JSON.stringify(violations).includes(UNFIT)) throw new Error(`${UNFIT}: ${plant.name}`)
      if (invariants.some((name) => plant.breaks.includes(name)))
        return { seed: seed + count - 1, schedules: count, invariants }
    }
    return undefined
  } finally {
    await worlds.drop(world)
  }
}
