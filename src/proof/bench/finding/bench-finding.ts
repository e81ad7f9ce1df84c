import { z } from 'zod'
import { table } from '#client/tools/command-line/table.ts'
import { runCommandLine } from '../../command-line/command-line.ts'
import { onStage } from '../command/on-stage.ts'
import { check, json, rounds, write } from '../command/options.ts'
import { publish } from '../command/publish.ts'
import { range, spread, type Spread } from '../statistics.ts'
import { type FindingStage, openFindingStage, type Shop } from './open-finding-stage.ts'

/** The least ratio of the orders paid with the indexes to those paid without them in the same time. */
const RATIO_LEAST = 0.98

const Options = z.object({
  json: json(),
  check: check(`the ratio is below ${RATIO_LEAST}`),
  write: write('the ratio'),
  rounds: rounds(21, 'rounds, with and without the indexes in turn'),
  payments: z.int().min(1).default(200).describe('payments of a round'),
})
type FindingOptions = z.output<typeof Options>

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

async function bench(options: FindingOptions): Promise<void> {
  const ratios = await onStage(openFindingStage, (stage) => measure(stage, options))
  const rows = [
    ['a session with e-mail, tax id and phone, paid', ratios.median.toFixed(2), range(ratios)],
  ]
  await publish(options, {
    result: ratios,
    text: `${table(HEADS, rows)}\n`,
    met: ratios.median >= RATIO_LEAST,
    figures: {
      block: 'finding',
      heads: HEADS,
      rows,
      command: `npm run bench:finding -- --rounds ${options.rounds} --payments ${options.payments}`,
    },
  })
}

async function measure(
  { found, unfound }: FindingStage,
  { rounds: count, payments }: FindingOptions,
): Promise<Spread> {
  const round = async (shop: Shop) => msOf(await shop.openSessions(payments))
  await round(found)
  await round(unfound)
  const ratios: number[] = []
  while (ratios.length < count) {
    // The order alternates between rounds, so that work that one database leaves behind slows both alike.
    const foundFirst = ratios.length % 2 === 0
    const first = await round(foundFirst ? found : unfound)
    const second = await round(foundFirst ? unfound : found)
    ratios.push(foundFirst ? second / first : first / second)
  }
  return spread(ratios)
}

async function msOf(pay: readonly (() => Promise<void>)[]): Promise<number> {
  const startedMs = performance.now()
  for (const one of pay) await one()
  return performance.now() - startedMs
}
