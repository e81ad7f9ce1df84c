import { z } from 'zod'
import { runRounds, type Outcome } from './failover/run-rounds.ts'
import { campaign } from './frame/campaign.ts'
import { seed, trace } from './frame/options.ts'
import { violationText } from './frame/verdict-text.ts'

export const failover = campaign({
  name: 'failover',
  about: 'the primary is destroyed with its disk, the standby takes over',
  details: `Runs two processes of the product with a primary and a standby of PostgreSQL, destroys the primary with its disk while
shoppers pay, promotes the standby, and asks the oracle whether an acknowledged write is lost.
Then once more with asynchronous replication, to check that the oracle detects a loss. --seed chooses the moments;
real processes are not deterministic, so a seed need not repeat itself.`,
  options: z.object({
    rounds: z.int().min(1).max(100_000).default(5).describe('failovers'),
    contrast: z.boolean().default(true).describe('without the second part'),
    seed: seed('of the first round; the next ones count on'),
    trace: trace('write out every round'),
  }),
  notes: 'Exits with 1 when a promise broke while commits waited for the standby.',
  leavesSockets: true,
  async run({ seed, rounds, contrast, trace }, output) {
    const progress = output.progress(rounds + (contrast ? 1 : 0), 'rounds')
    const seeds = Array.from({ length: rounds }, (_, index) => seed + index)
    const onRound = (round: object) => {
      if (trace) process.stderr.write(`${JSON.stringify(round)}\n`)
      progress.advance()
    }
    const waited = await runRounds('synchronous', seeds, onRound)
    // One round is enough: after a loss all following rounds are wrong, too.
    const unwaited = contrast
      ? await runRounds('asynchronous', seeds.slice(0, 1), onRound)
      : undefined
    const seconds = Number(progress.seconds().toFixed(1))
    return {
      held: waited.violations.length === 0,
      summary: { seed, seconds, synchronous: waited, asynchronous: unwaited ?? null },
      text: summaryText(seed, seconds, waited, unwaited),
    }
  },
})

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
    `${rounds.length} primaries lost from seed ${seed}, ${seconds} s; ${rounds.filter(({ silent }) => silent).length} with a standby without replication for a while`,
    `  ${requests} requests, ${acknowledged} of them acknowledged, ${notifications} notifications`,
    `  the promoted standby took commits after ${promoted[0]} to ${promoted.at(-1)} ms, the product responded after ${served[0]} to ${served.at(-1)} ms`,
    violations.length === 0
      ? '  nothing that was acknowledged is lost'
      : [`  ${violations.length} violations`, ...violations.map(violationText)].join('\n'),
  ]
  if (unwaited !== undefined)
    lines.push(
      `with asynchronous replication: of ${unwaited.acknowledged} acknowledged, ${unwaited.violations.length} violations`,
    )
  return `${lines.join('\n')}\n`
}
