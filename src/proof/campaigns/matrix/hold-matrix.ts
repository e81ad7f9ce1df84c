import type { Verdict } from '../frame/campaign.ts'
import type { Output } from '../frame/output.ts'
import { unbroken, violationText } from '../frame/verdict-text.ts'
import type { Worlds } from '../simulation/worlds.ts'
import {
  HOLD_CASES,
  HOLD_POINTS,
  MERCHANTS,
  nameOfHoldCase,
  runHoldCase,
  type HoldCase,
} from './run-hold-case.ts'
import { signTable } from './table.ts'
import { worse, type CaseVerdict } from './verdict.ts'

/** Which cases run, how often, and how many at once. */
interface Given {
  seed: number
  seeds: number
  jobs: number
  only: string
}

/** The cases of holds whose name contains `only`. */
export function holdCasesOf(only = ''): HoldCase[] {
  return HOLD_CASES.filter((given) => nameOfHoldCase(given).includes(only))
}

/** Crashes a process at each point of a capture and of a release. */
export async function runHoldMatrix(
  worlds: Worlds,
  { seed, seeds, jobs, only }: Given,
  output: Output,
): Promise<Verdict> {
  const cases = holdCasesOf(only)
  const progress = output.progress(cases.length * seeds, 'cases')
  const waiting = Array.from({ length: seeds }, (_, index) => seed + index).flatMap((own) =>
    cases.map((given) => ({ given, own })),
  )
  const ran = waiting.length
  const verdicts = new Map<HoldCase, CaseVerdict>()
  const failed: { case: string; seed: number; verdict: CaseVerdict }[] = []

  async function job(): Promise<void> {
    const world = await worlds.open()
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { given, own } = next
      const { reached, violations } = await runHoldCase(world, given, seedOf(given, own))
      const verdict = violations.length > 0 ? 'broken' : reached ? 'held' : 'missed'
      verdicts.set(given, worse(verdicts.get(given), verdict))
      progress.advance()
      if (verdict === 'held') continue
      const name = nameOfHoldCase(given)
      failed.push({ case: name, seed: own, verdict })
      const again = `  again: npm run prove -- matrix --of holds --only "${name}" --seed ${own}\n`
      const head = `${name}, seed ${own}: ${verdict}`
      output.print([head, ...violations.map(violationText), again].join('\n'))
    }
    await worlds.drop(world)
  }

  await Promise.all(Array.from({ length: Math.min(jobs, ran) }, job))
  const seconds = Number(progress.seconds().toFixed(1))
  const verdict = failed.length === 0 ? unbroken(ran) : `${failed.length} broken or missed`
  return {
    held: failed.length === 0,
    summary: { seed, seeds, ran, seconds, failed },
    text: `${tableOf(cases, verdicts)}${ran} cases from seed ${seed}, ${seconds} s: ${verdict}\n`,
  }
}

/** Each case of each run has its own seed, whichever cases run. */
function seedOf(given: HoldCase, seed: number): number {
  return seed * HOLD_CASES.length + HOLD_CASES.indexOf(given)
}

function tableOf(cases: readonly HoldCase[], verdicts: ReadonlyMap<HoldCase, CaseVerdict>): string {
  const columns = [...new Set(cases.map(columnOf))]
  const rows = HOLD_POINTS.filter((point) => cases.some((given) => given.point === point))
  return signTable(
    columns,
    rows.map((point) => ({
      ...point,
      cells: columns.map((column) =>
        cases
          .filter((given) => given.point === point && columnOf(given) === column)
          .map((given) => verdicts.get(given) ?? 'missed'),
      ),
    })),
    `the merchant ${MERCHANTS.join(', ')}`,
  )
}

function columnOf({ intent, payer }: HoldCase): string {
  return `${intent}, ${payer}`
}
