import { z } from 'zod'
import type { InvariantName } from '../oracle/violation.ts'
import { campaign } from './frame/campaign.ts'
import { jobs, seed } from './frame/options.ts'
import { GUARDS } from './guards/guards.ts'
import type { Guard } from './guards/guard.ts'
import { copySources } from './guards/try-guard.ts'
import { PLANTS } from './plants/plants.ts'
import { searchFor, type Found } from './plants/search-for.ts'
import type { Plant } from './simulation/plant.ts'
import { openWorlds } from './simulation/worlds.ts'

const COLUMN = 16

const Options = z.object({
  only: z
    .string()
    .default('')
    .refine(
      (only) => named(PLANTS, only).length + named(GUARDS, only).length > 0,
      'stands in the name of no fault and no guard',
    )
    .describe('only faults and guards whose name contains it, e.g. "refund" or "is not compared"'),
  schedules: z.int().min(1).max(1_000_000).default(1000).describe('at most, for each fault'),
  seed: seed('of the first schedule of each fault; the next ones count on'),
  jobs: jobs(4, 'faults at once, each in a database of its own'),
})

export const oracle = campaign({
  name: 'oracle',
  about: 'mutation testing: plants faults, removes guards, and each must be detected',
  details: `Plants ${PLANTS.length} faults in the product, one after the other, and runs schedules until the oracle detects each. Then removes
${GUARDS.length} guards that the oracle cannot judge out of a copy of the sources, and runs the test that must turn red.`,
  options: Options,
  notes: `Exits with 1 when a fault or a missing guard was not detected. DATABASE_URL names a PostgreSQL to use instead of one of its own.`,
  async run(options, { print }) {
    const { seed, only } = options
    print(`seed ${seed}\n`)
    const plants = await searchForAll(named(PLANTS, only), options, print)
    const guards = await tryGuards(named(GUARDS, only), print)
    const caught = plants.filter(({ found }) => found !== undefined)
    const seen = guards.filter(({ isSeen }) => isSeen)
    const of = plants.length + guards.length
    const unseen = of - caught.length - seen.length
    const most = Math.max(0, ...caught.map(({ found }) => found?.schedules ?? 0))
    const verdicts = [
      `${caught.length} of ${plants.length} faults detected by the oracle, the last after ${most} schedules`,
      `${seen.length} of ${guards.length} missing guards detected by tests`,
    ].filter((verdict) => !verdict.startsWith('0 of 0'))
    const end = unseen === 0 ? 'all detected' : `${unseen} NOT DETECTED`
    return {
      held: unseen === 0,
      summary: { seed, caught: of - unseen, of, mostSchedules: most, plants, guards },
      text: `${verdicts.join('; ')}: ${end}\n`,
    }
  },
})

/** The plants or guards whose name contains the text. */
function named<T extends Plant | Guard>(all: readonly T[], only: string): T[] {
  return all.filter(({ name }) => name.includes(only))
}

interface Searched {
  name: string
  found: Found | undefined
}

async function searchForAll(
  plants: readonly Plant[],
  { seed, schedules, jobs }: z.output<typeof Options>,
  print: (line: string) => void,
): Promise<Searched[]> {
  if (plants.length === 0) return []
  const worlds = await openWorlds()
  const waiting = [...plants]
  const results: Searched[] = []
  async function job(): Promise<void> {
    for (let plant = waiting.shift(); plant !== undefined; plant = waiting.shift()) {
      const found = await searchFor(worlds, plant, { seed, schedules })
      results.push({ name: plant.name, found })
      print(`${lineOf(plant.name, found)}\n`)
    }
  }
  try {
    await Promise.all(Array.from({ length: jobs }, job))
  } finally {
    await worlds.close()
  }
  return results
}

async function tryGuards(
  guards: readonly Guard[],
  print: (line: string) => void,
): Promise<{ name: string; isSeen: boolean }[]> {
  if (guards.length === 0) return []
  const copy = await copySources()
  try {
    await copy.checkAll(guards)
    const tried: { name: string; isSeen: boolean }[] = []
    for (const guard of guards) {
      const isSeen = await copy.isDetectedWithout(guard)
      tried.push({ name: guard.name, isSeen })
      print(
        `${(isSeen ? 'test' : 'NOT DETECTED').padEnd(COLUMN)}${guard.name} (${copy.testOf(guard)})\n`,
      )
    }
    return tried
  } finally {
    await copy.close()
  }
}

function lineOf(name: string, found: Found | undefined): string {
  if (found === undefined) return `${'NOT DETECTED'.padEnd(COLUMN)}${name}`
  const seen: InvariantName[] = found.invariants
  return `${seen.join(' ').padEnd(COLUMN)}${name} (schedule ${found.schedules}, seed ${found.seed})`
}
