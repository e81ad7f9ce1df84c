import { runScript } from '../../cli/run-script.ts'
import type { InvariantName } from '../oracle/violation.ts'
import { GUARDS, type Guard } from './guards/guards.ts'
import { copySources } from './guards/try-guard.ts'
import { named, PLANTS, plantsHelp, readPlantOptions, type PlantOptions } from './plants/options.ts'
import { searchFor, type Found } from './plants/search-for.ts'
import type { Plant } from './simulation/plant.ts'
import { openWorlds } from './simulation/worlds.ts'

const COLUMN = 16

await runScript({ help: plantsHelp(), readOptions: readPlantOptions, run })

async function run(options: PlantOptions): Promise<void> {
  const { seed, only, json } = options
  const tell = (line: string) => {
    if (!json) process.stdout.write(line)
  }
  tell(`seed ${seed}\n`)
  const plants = await searchForAll(named(PLANTS, only), options, tell)
  const guards = await tryGuards(named(GUARDS, only), tell)
  const caught = plants.filter(({ found }) => found !== undefined)
  const seen = guards.filter(({ isSeen }) => isSeen)
  const of = plants.length + guards.length
  const unseen = of - caught.length - seen.length
  const most = Math.max(0, ...caught.map(({ found }) => found?.schedules ?? 0))
  if (json) {
    const summary = { seed, caught: of - unseen, of, mostSchedules: most, plants, guards }
    process.stdout.write(`${JSON.stringify(summary, null, 2)}\n`)
  }
  const verdicts = [
    `${caught.length} of ${plants.length} faults seen by the oracle, the last after ${most} schedules`,
    `${seen.length} of ${guards.length} missing guards seen by tests`,
  ].filter((verdict) => !verdict.startsWith('0 of 0'))
  const end = unseen === 0 ? 'every one caught' : `${unseen} NOT SEEN`
  tell(`${verdicts.join('; ')}: ${end}\n`)
  if (unseen > 0) process.exitCode = 1
}

interface Searched {
  name: string
  found: Found | undefined
}

async function searchForAll(
  plants: readonly Plant[],
  { seed, schedules, jobs }: PlantOptions,
  tell: (line: string) => void,
): Promise<Searched[]> {
  if (plants.length === 0) return []
  const worlds = await openWorlds()
  const waiting = [...plants]
  const results: Searched[] = []
  async function job(): Promise<void> {
    for (let plant = waiting.shift(); plant !== undefined; plant = waiting.shift()) {
      const found = await searchFor(worlds, plant, { seed, schedules })
      results.push({ name: plant.name, found })
      tell(`${lineOf(plant.name, found)}\n`)
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
  tell: (line: string) => void,
): Promise<{ name: string; isSeen: boolean }[]> {
  if (guards.length === 0) return []
  const copy = await copySources()
  try {
    if (!(await copy.isGreen([...new Set(guards.map(({ test }) => test))])))
      throw new Error('the tests of the guards fail with all guards in place')
    const tried: { name: string; isSeen: boolean }[] = []
    for (const guard of guards) {
      const isSeen = await copy.isSeenWithout(guard)
      tried.push({ name: guard.name, isSeen })
      tell(`${(isSeen ? 'test' : 'NOT SEEN').padEnd(COLUMN)}${guard.name} (${guard.test})\n`)
    }
    return tried
  } finally {
    await copy.close()
  }
}

function lineOf(name: string, found: Found | undefined): string {
  if (found === undefined) return `${'NOT SEEN'.padEnd(COLUMN)}${name}`
  const seen: InvariantName[] = found.invariants
  return `${seen.join(' ').padEnd(COLUMN)}${name} (schedule ${found.schedules}, seed ${found.seed})`
}
