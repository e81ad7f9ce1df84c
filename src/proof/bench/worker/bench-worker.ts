import { z } from 'zod'

import { table } from '#client/tools/command-line/table.ts'
import { runCommandLine } from '../../command-line/command-line.ts'
import type { Comparison } from '../against/comparison.ts'
import { AGAINST_NOTES, publishComparisons } from '../against/publish-comparisons.ts'
import { openSides, takeTurns } from '../against/take-turns.ts'
import { onStage } from '../command/on-stage.ts'
import {
  against,
  check,
  ENOUGH_PAIRS,
  json,
  NO_FIGURE,
  only,
  PAIRS_MIN,
  profile,
  roundsOrPairs,
  write,
} from '../command/options.ts'
import { publish } from '../command/publish.ts'
import { METERED, startMeter } from '../stage/meter.ts'
import { openOwnTree } from '../stage/tree.ts'
import { openWorkerStage } from './open-worker-stage.ts'
import {
  fill,
  finish,
  runWorkerCase,
  WARM_UP_COUNT,
  type WorkerCase,
  type WorkerResult,
} from './run-worker-case.ts'

const ROUNDS = 5
const HEADS = ['', 'Node µs', 'PostgreSQL µs', 'statements', 'commits', 'connections']
const MERCHANTS = 200
const DELIVERIES_GOAL = 2000
const EXPIRY_GOAL = 1000
const CASE_NAMES = ['many', 'few', 'slow', 'expiry'] as const

const CASES: readonly (WorkerCase & { name: (typeof CASE_NAMES)[number] })[] = [
  {
    name: 'many',
    title: `a delivery, of ${MERCHANTS} merchants`,
    kind: 'deliveries',
    merchants: MERCHANTS,
    answersAfterMs: 0,
    goal: DELIVERIES_GOAL,
  },
  {
    name: 'few',
    title: 'a delivery, of 4 merchants',
    kind: 'deliveries',
    merchants: 4,
    answersAfterMs: 0,
    goal: DELIVERIES_GOAL,
  },
  {
    name: 'slow',
    title: `a delivery, of ${MERCHANTS} merchants, answered after 50 ms`,
    kind: 'deliveries',
    merchants: MERCHANTS,
    answersAfterMs: 50,
    goal: DELIVERIES_GOAL,
  },
  {
    name: 'expiry',
    title: `an expiry, of ${MERCHANTS} merchants`,
    kind: 'expiry',
    merchants: MERCHANTS,
    answersAfterMs: 0,
    goal: EXPIRY_GOAL,
  },
]

const Options = z
  .object({
    json: json(),
    check: check('a goal is not met'),
    only: only(CASE_NAMES),
    write: write('what was measured', '; with all cases'),
    against: against(),
    rounds: roundsOrPairs(ROUNDS, 'rounds of each case'),
    count: z.int().min(1).default(20_000).describe('deliveries or expiries of a round'),
    profile: profile("the worker's process"),
  })
  .refine(...ENOUGH_PAIRS)
  .refine(...NO_FIGURE)
type WorkerOptions = z.output<typeof Options>

await runCommandLine(
  {
    command: 'npm run bench:worker --',
    about:
      'Measures the background work: deliveries to a receiver that answers 204, and the expiry of sessions.',
    options: Options,
    notes: `The worker is a process of its own, composed as \`checkout serve\` does; so is the receiver. µs is processor time: of the worker's
process, and of its connections' PostgreSQL backends. The goal is compared with what one core of Node's processor time would do in
a second; the rate of a shared machine says little.
${AGAINST_NOTES}`,
  },
  process.argv.slice(2),
  bench,
)

async function bench(options: WorkerOptions): Promise<void> {
  const { against: other, rounds = ROUNDS, count } = options
  if (other !== undefined) return publishComparisons(options, await benchAgainst(other, options))
  const results = await measureCases({ ...options, rounds })
  await publish(options, {
    result: { cases: results },
    text: report(results),
    met: results.every(({ met }) => met),
    figures: {
      block: 'worker',
      heads: HEADS,
      rows: results.map(rowOf),
      command: `npm run bench:worker -- --rounds ${rounds} --count ${count}`,
    },
  })
}

function casesOf(names: readonly string[]) {
  return CASES.filter(({ name }) => names.length === 0 || names.includes(name))
}

async function measureCases(options: WorkerOptions & { rounds: number }): Promise<WorkerResult[]> {
  const open = async (opening: AsyncDisposableStack) =>
    openWorkerStage(opening, await openOwnTree(), { ...options, merchants: MERCHANTS })
  return await onStage(open, async (stage) => {
    const results: WorkerResult[] = []
    for (const each of casesOf(options.only)) {
      process.stderr.write(`measuring ${each.title}\n`)
      results.push(await runWorkerCase(stage, each, options))
    }
    return results
  })
}

/** Compares the background work of this tree with that of another. */
async function benchAgainst(
  other: string,
  { only: names, rounds = PAIRS_MIN, count, ...options }: WorkerOptions,
): Promise<Comparison[]> {
  const open = (opening: AsyncDisposableStack) =>
    openSides(other, async (tree) => {
      const stageOptions = { ...options, merchants: MERCHANTS, settings: METERED }
      const stage = await openWorkerStage(opening, tree, stageOptions)
      const cpuMicroseconds = async () => (await stage.worker.ask('costs')).cpuMicroseconds
      const measure = await startMeter(stage.shop, cpuMicroseconds)
      return async (each: WorkerCase, work: number) => {
        await fill(stage, each, work)
        const costs = await measure(async () => {
          await finish(stage, each)
          return work
        })
        await stage.worker.ask('stop')
        return costs
      }
    })
  return await onStage(open, async (sides) => {
    const comparisons: Comparison[] = []
    for (const each of casesOf(names)) {
      const warmUp = Math.min(count, WARM_UP_COUNT)
      await sides.theirs(each, warmUp)
      await sides.ours(each, warmUp)
      const measure = (side: typeof sides.ours) => side(each, count)
      comparisons.push(await takeTurns(each.title, sides, { rounds, measure }))
    }
    return comparisons
  })
}

function rowOf(result: WorkerResult): string[] {
  return [
    result.title,
    result.nodeMicroseconds.toFixed(0),
    result.postgresMicroseconds.toFixed(0),
    result.statements.toFixed(2),
    result.commits.toFixed(2),
    result.connections.toFixed(2),
  ]
}

function report(results: readonly WorkerResult[]): string {
  const heads = [...HEADS, 'a second', 'rounds', 'a second of a core', 'goal', '']
  const rows = results.map((result) => [
    ...rowOf(result),
    result.perSecond.toFixed(0),
    [result.perSecondOfRounds.min, result.perSecondOfRounds.max].map((n) => n.toFixed(0)).join(' '),
    result.perSecondOfCore.toFixed(0),
    String(result.goal),
    result.met ? 'met' : 'not met',
  ])
  return `${table(heads, rows)}\n`
}
