import { runScript } from '../../cli/run-script.ts'
import { FAILOVER_HELP, readFailoverOptions, type FailoverOptions } from './failover/options.ts'
import { runRounds, type Outcome } from './failover/run-rounds.ts'
import { createProgress, violationText } from './frame/report.ts'

await runScript({ help: FAILOVER_HELP, readOptions: readFailoverOptions, run })

async function run({ seed, rounds, contrast, json, trace }: FailoverOptions): Promise<void> {
  const progress = createProgress(rounds + (contrast ? 1 : 0), { silent: json, what: 'rounds' })
  const seeds = Array.from({ length: rounds }, (_, index) => seed + index)
  const onRound = (round: object) => {
    if (trace) process.stderr.write(`${JSON.stringify(round)}\n`)
    progress.advance()
  }
  const waited = await runRounds('synchronous', seeds, onRound)
  // One is enough: what was lost makes all that follows of it wrong, too.
  const unwaited = contrast
    ? await runRounds('asynchronous', seeds.slice(0, 1), onRound)
    : undefined
  const seconds = Number(progress.seconds().toFixed(1))
  const text = json
    ? `${JSON.stringify({ seed, seconds, synchronous: waited, asynchronous: unwaited ?? null }, null, 2)}\n`
    : summaryText(seed, seconds, waited, unwaited)
  process.stdout.write(text, () => process.exit(waited.violations.length > 0 ? 1 : 0))
}

function summaryText(
  seed: number,
  seconds: number,
  waited: Outcome,
  unwaited: Outcome | undefined,
): string {
  const { rounds, requests, acknowledged, notifications, violations } = waited
  const promoted = rounds.map(({ promotedMs }) => promotedMs).toSorted((a, b) => a - b)
  const served = rounds.map(({ servedMs }) => servedMs).toSorted((a, b) => a - b)
  const lines = [
    `${rounds.length} primaries lost from seed ${seed}, ${seconds} s; ${rounds.filter(({ silent }) => silent).length} with a standby that had heard nothing for a while`,
    `  ${requests} requests, ${acknowledged} of them acknowledged, ${notifications} notifications`,
    `  the standby took commits after ${promoted[0]} to ${promoted.at(-1)} ms, the product answered after ${served[0]} to ${served.at(-1)} ms`,
    violations.length === 0
      ? '  nothing that was acknowledged is lost'
      : [`  ${violations.length} violations`, ...violations.map(violationText)].join('\n'),
  ]
  if (unwaited !== undefined)
    lines.push(
      `without waiting for the standby: of ${unwaited.acknowledged} acknowledged, the oracle misses or contradicts ${unwaited.violations.length}`,
    )
  return `${lines.join('\n')}\n`
}
