import { Option, type Command } from 'commander'
import {
  REPLAY_PACE_MAX,
  REPLAY_STATES,
  ReplayAnswer,
  type ReplayFilter,
} from '#contract/dashboard/deliveries.ts'
import { EventType } from '#contract/event.ts'
import { replayMatching, type ReplayedMatching } from '#server/service/events/replay-matching.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { print, time } from '#client/tools/command-line/output.ts'
import { as } from '#client/tools/command-line/read-option.ts'
import { valueOf } from '../../value-of.ts'
import { asOperator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'
import { merchantOption } from '../../merchant-option.ts'
import { limitOf, Since } from '../../options.ts'

interface MatchingOptions {
  merchant: string
  state: ReplayFilter['state']
  type?: EventType
  answer?: string
  since?: (now: Date) => Date
  until?: (now: Date) => Date
  perSecond: number
  dryRun?: true
}

const PACE = 10
const EXAMPLE = 'deliveries replay-matching --merchant 8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e'

export function addReplayMatching(deliveries: Command): void {
  deliveries
    .command('replay-matching')
    .summary('send all that match again')
    .description(
      "Sends a merchant's notifications that match again: oldest first, at a pace, those of one session in their order. A running " +
        'server does it, also after a restart; "deliveries health" shows how far it is.',
    )
    .addOption(merchantOption())
    .addOption(
      new Option('--state <state>', 'what matches; "undelivered": attempted in vain or given up')
        .choices(REPLAY_STATES)
        .default('undelivered'),
    )
    .option('--type <type>', 'only events of this type', as(EventType))
    .option('--answer <code>', 'only with this last answer: 500, 5xx, or none', as(ReplayAnswer))
    .option('--since <when>', 'only from then on, as in 24h or 2026-12-31', as(Since))
    .option('--until <when>', 'only before', as(Since))
    .option('--per-second <count>', 'at most so many a second', as(limitOf(REPLAY_PACE_MAX)), PACE)
    .option('--dry-run', 'only count')
    .addHelpText(
      'after',
      examples(`${EXAMPLE} --dry-run`, `${EXAMPLE} --answer 5xx --since 24h --per-second 20`),
    )
    .action(async (options: MatchingOptions, command: Command) => {
      const { merchant: merchantId, perSecond, dryRun = false } = options
      const outcome = await asOperator(command, (operator) =>
        replayMatching(operator, {
          merchantId,
          filter: filterOf(options, operator.clock()),
          dryRun,
          perSecond,
        }),
      )
      const replayed = valueOf(outcome, { kind: 'merchant', id: merchantId })
      answer(command, { ...replayed, perSecond }, (terminal) =>
        print(terminal, sentenceOf(replayed, perSecond)),
      )
    })
}

function filterOf(options: MatchingOptions, now: Date): ReplayFilter {
  const { state, type, answer: code, since, until } = options
  return {
    state,
    ...(type !== undefined && { type }),
    ...(code !== undefined && { answer: code }),
    ...(since !== undefined && { since: since(now).toISOString() }),
    ...(until !== undefined && { until: until(now).toISOString() }),
  }
}

function sentenceOf(
  { result, matched, sessions, oldestAt }: ReplayedMatching,
  perSecond: number,
): string {
  const what = `${matched} of ${sessions} sessions, the oldest of ${time(oldestAt)}, ${perSecond} a second`
  return result === 'begun' ? `A running server sends again ${what}.` : `Would send again ${what}.`
}
