import { runScript } from '../cli/run-script.ts'
import type { InvariantName } from '../oracle/violation.ts'
import { GUARDS } from './guards/guards.ts'
import { copySources } from './guards/try-guard.ts'
import { helpText, readCampaignOptions, type CampaignOptions } from './options.ts'
import { MONEY_PLANTS } from './plants/money-plants.ts'
import { REPEAT_PLANTS } from './plants/repeat-plants.ts'
import { TELLING_PLANTS } from './plants/telling-plants.ts'
import type { Plant } from './simulation/plant.ts'
import { searchFor, type Found } from './plants/search-for.ts'
import { openWorlds } from './simulation/worlds.ts'

const DEFAULTS = { schedules: 1000, jobs: 4 }
const PLANTS: readonly Plant[] = [...MONEY_PLANTS, ...TELLING_PLANTS, ...REPEAT_PLANTS]

await runScript({
  help: helpText(
    'Plants faults in the product, one after the other, and runs schedules until the oracle sees each.\n--schedules is how many may go by at most for one fault. Then takes guards out of a copy of the sources that are no\nmatter of the books, one after the other, and runs the test that must turn red.',
    'campaign:oracle',
    DEFAULTS,
  ),
  readOptions: (args) => readCampaignOptions(args, DEFAULTS),
  run,
})

async function run({ seed, schedules, jobs, json }: CampaignOptions): Promise<void> {
  const worlds = await openWorlds()
  const waiting = [...PLANTS]
  const results: { name: string; found: Found | undefined }[] = []
  async function job(): Promise<void> {
    for (let plant = waiting.shift(); plant !== undefined; plant = waiting.shift()) {
      const found = await searchFor(worlds, plant, { seed, schedules })
      results.push({ name: plant.name, found })
      if (!json) process.stdout.write(`${lineOf(plant.name, found)}\n`)
    }
  }
  try {
    await Promise.all(Array.from({ length: jobs }, job))
  } finally {
    await worlds.close()
  }
  const guards = await tryGuards((line) => {
    if (!json) process.stdout.write(line)
  })
  const caught = results.filter(({ found }) => found !== undefined).length
  const seen = guards.filter(({ isSeen }) => isSeen).length
  const of = PLANTS.length + GUARDS.length
  if (json) {
    const summary = { seed, caught: caught + seen, of, plants: results, guards }
    process.stdout.write(`${JSON.stringify(summary, null, 2)}\n`)
  } else
    process.stdout.write(
      `${caught + seen} of ${of} caught: ${caught} of ${PLANTS.length} by the oracle, ${seen} of ${GUARDS.length} by tests\n`,
    )
  if (caught + seen < of) process.exitCode = 1
}

async function tryGuards(
  tell: (line: string) => void,
): Promise<{ name: string; isSeen: boolean }[]> {
  const copy = await copySources()
  try {
    if (!(await copy.isGreen([...new Set(GUARDS.map(({ test }) => test))])))
      throw new Error('the tests of the guards fail with all guards in place')
    const tried: { name: string; isSeen: boolean }[] = []
    for (const guard of GUARDS) {
      const isSeen = await copy.isSeenWithout(guard)
      tried.push({ name: guard.name, isSeen })
      tell(`${(isSeen ? 'test' : 'NOT SEEN').padEnd(12)}${guard.name} (${guard.test})\n`)
    }
    return tried
  } finally {
    await copy.close()
  }
}

function lineOf(name: string, found: Found | undefined): string {
  if (found === undefined) return `NOT SEEN  ${name}`
  const seen: InvariantName[] = found.invariants
  return `${seen.join(' ').padEnd(12)}${name} (schedule ${found.schedules}, seed ${found.seed})`
}
