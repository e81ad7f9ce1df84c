import { runScript } from '../../cli/run-script.ts'
import { coverageText, createCoverage } from './coverage/coverage.ts'
import { WANTED_IN_MATRIX } from './coverage/wanted.ts'
import { casesOf, isImpossible, nameOf, seedOf } from './matrix/cases.ts'
import { matrixHelp, readMatrixOptions, type MatrixOptions } from './matrix/options.ts'
import { runCase, type Case, type CaseResult } from './matrix/run-case.ts'
import { matrixTable, type Verdict } from './matrix/table.ts'
import { createProgress, unbroken, violationText } from './frame/report.ts'
import { openWorlds } from './simulation/worlds.ts'

/** From the lightest to the gravest. */
const GRAVITY: readonly Verdict[] = ['impossible', 'held', 'missed', 'broken']

await runScript({ help: matrixHelp(), readOptions: readMatrixOptions, run })

async function run({ seed, seeds, jobs, only, json }: MatrixOptions): Promise<void> {
  const cases = casesOf(only)
  const worlds = await openWorlds()
  const progress = createProgress(cases.length * seeds, { silent: json, what: 'cases' })
  const coverage = createCoverage(WANTED_IN_MATRIX)
  const waiting = Array.from({ length: seeds }, (_, index) => seed + index).flatMap((seed) =>
    cases.map((given) => ({ given, seed })),
  )
  const verdicts = new Map<Case, Verdict>()
  const failed: { case: string; seed: number; violations: CaseResult['violations'] }[] = []
  const total = { ran: 0, notReached: 0, impossible: 0, slowestMs: 0 }

  async function job(): Promise<void> {
    const world = await worlds.open()
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { given, seed } = next
      const startedMs = performance.now()
      const { reached, violations, sightings } = await runCase(world, given, seedOf(given, seed))
      total.slowestMs = Math.max(total.slowestMs, Math.round(performance.now() - startedMs))
      progress.advance()
      coverage.add(sightings)
      total.ran += 1
      const impossible = !reached && isImpossible(given)
      if (impossible) total.impossible += 1
      else if (!reached) total.notReached += 1
      if (violations.length > 0) {
        failed.push({ case: nameOf(given), seed, violations })
        if (!json)
          process.stdout.write(
            `${nameOf(given)}, seed ${seed}:\n${violations.map(violationText).join('\n')}\n`,
          )
      }
      const verdict =
        violations.length > 0 ? 'broken' : impossible ? 'impossible' : reached ? 'held' : 'missed'
      verdicts.set(given, worse(verdicts.get(given), verdict))
    }
    await worlds.drop(world)
  }

  try {
    await Promise.all(Array.from({ length: Math.min(jobs, waiting.length) }, job))
  } finally {
    await worlds.close()
  }
  const isGood = failed.length === 0 && total.notReached === 0
  const seconds = Number(progress.seconds().toFixed(1))
  if (json) {
    const summary = { seed, seeds, ...total, seconds, failed, coverage: coverage.counts() }
    process.stdout.write(`${JSON.stringify(summary, null, 2)}\n`)
  } else {
    const { ran, notReached, impossible, slowestMs } = total
    const verdict = failed.length === 0 ? unbroken(ran) : `${failed.length} broke a promise`
    process.stdout.write(
      `${matrixTable(cases, verdicts)}${coverageText(coverage)}` +
        `${ran} cases from seed ${seed}, ${seconds} s, the slowest ${slowestMs} ms; ${impossible} cannot be, ${notReached} were missed: ${verdict}\n`,
    )
  }
  if (!isGood) process.exitCode = 1
}

function worse(before: Verdict | undefined, now: Verdict): Verdict {
  return before !== undefined && GRAVITY.indexOf(before) > GRAVITY.indexOf(now) ? before : now
}
