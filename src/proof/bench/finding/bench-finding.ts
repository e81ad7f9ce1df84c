import { z } from 'zod'
import { table } from '#client/tools/command-line/table.ts'
import { runCommandLine } from '../../command-line/command-line.ts'
import { FIGURES_DOCUMENT, markdownTable, measuredBy, writeBlock } from '../../figures/blocks.ts'
import { spread, type Spread } from '../statistics.ts'
import { openFindingStage, type Shop } from './open-finding-stage.ts'

/** The least ratio of the orders paid with the indexes to those paid without them in the same time. */
const RATIO_LEAST = 0.98

const Options = z.object({
  json: z.boolean().default(false).describe('print one JSON document instead of the table'),
  check: z.boolean().default(false).describe(`exit with 1 when the ratio is below ${RATIO_LEAST}`),
  write: z.boolean().default(false).describe(`write the ratio into ${FIGURES_DOCUMENT}`),
  rounds: z.int().min(1).default(21).describe('rounds, with and without the indexes in turn'),
  payments: z.int().min(1).default(200).describe('payments of a round'),
})

const HEADS = ['paid orders, of those without the indexes', 'ratio', 'of single rounds']

await runCommandLine(
  {
    command: 'npm run bench:finding --',
    about:
      'Measures what it costs whoever pays that payments are found by e-mail, tax id, phone, card and reference.',
    options: Options,
    notes:
      'Two databases of one PostgreSQL; the second lacks the indexes of decision 070. A payment goes through the API, one at a time.',
  },
  process.argv.slice(2),
  bench,
)

async function bench(options: z.output<typeof Options>): Promise<void> {
  const { json, check, write, rounds, payments } = options
  const ratios = await measure(options)
  const rows = [
    ['a session with e-mail, tax id and phone, paid', ratios.median.toFixed(2), range(ratios)],
  ]
  process.stdout.write(json ? `${JSON.stringify(ratios, null, 2)}\n` : `${table(HEADS, rows)}\n`)
  const command = `npm run bench:finding -- --rounds ${rounds} --payments ${payments}`
  if (write)
    await writeBlock(
      'finding',
      `${markdownTable(HEADS, rows)}\n\n${measuredBy(command, new Date())}`,
    )
  if (check && ratios.median < RATIO_LEAST) process.exitCode = 1
}

function range({ min, max }: Spread): string {
  return `${min.toFixed(2)} to ${max.toFixed(2)}`
}

async function measure({ rounds, payments }: z.output<typeof Options>): Promise<Spread> {
  const stage = await openFindingStage()
  try {
    const round = async (shop: Shop) => msOf(await shop.openSessions(payments))
    await round(stage.found)
    await round(stage.unfound)
    const ratios: number[] = []
    while (ratios.length < rounds) {
      // The order alternates between rounds, so that work that one database leaves behind slows both alike.
      const foundFirst = ratios.length % 2 === 0
      const first = await round(foundFirst ? stage.found : stage.unfound)
      const second = await round(foundFirst ? stage.unfound : stage.found)
      ratios.push(foundFirst ? second / first : first / second)
    }
    return spread(ratios)
  } finally {
    await stage.close()
  }
}

async function msOf(pay: readonly (() => Promise<void>)[]): Promise<number> {
  const startedMs = performance.now()
  for (const one of pay) await one()
  return performance.now() - startedMs
}
