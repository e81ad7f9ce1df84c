import { runScript } from '../cli/run-script.ts'
import type { InvariantName } from '../oracle/violation.ts'
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
    'Plants faults in the product, one after the other, and runs schedules until the oracle sees each.\n--schedules is how many may go by at most for one fault.',
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
  const caught = results.filter(({ found }) => found !== undefined).length
  if (json)
    process.stdout.write(
      `${JSON.stringify({ seed, caught, of: PLANTS.length, results }, null, 2)}\n`,
    )
  else process.stdout.write(`${caught} of ${PLANTS.length} caught\n`)
  if (caught < PLANTS.length) process.exitCode = 1
}

function lineOf(name: string, found: Found | undefined): string {
  if (found === undefined) return `NOT SEEN  ${name}`
  const seen: InvariantName[] = found.invariants
  return `${seen.join(' ').padEnd(12)}${name} (schedule ${found.schedules}, seed ${found.seed})`
}
