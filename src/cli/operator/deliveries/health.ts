import type { Command } from 'commander'
import type { DeliveryHealth, DeliveryReplay } from '#contract/dashboard/deliveries.ts'
import { oneLine } from '#domain/one-line.ts'
import { readHealth } from '#server/service/events/read-health.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { print, time } from '#client/tools/command-line/output.ts'
import { fields, table } from '#client/tools/command-line/table.ts'
import { asOperator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'
import { merchantOption } from '../../merchant-option.ts'
import { noMerchant } from '../../merchant.ts'

const EXCERPT_MAX = 80
const HEADS = ['ANSWER', 'DELIVERIES', 'AS IN']

export function addHealth(deliveries: Command): void {
  deliveries
    .command('health')
    .summary("how a merchant's receiver does")
    .description(
      "Says whether a merchant's receiver takes its notifications: since when it fails, how many wait, and what it answers.",
    )
    .addOption(merchantOption())
    .addHelpText(
      'after',
      examples('deliveries health --merchant 8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e'),
    )
    .action(async ({ merchant: merchantId }: { merchant: string }, command: Command) => {
      const health = await asOperator(command, async (operator) => {
        const read = await readHealth(operator, { merchantId })
        if (read === undefined) throw noMerchant(merchantId)
        return read
      })
      answer(command, health, (terminal) => {
        print(terminal, fields(factsOf(health)))
        if (health.answers.length > 0)
          print(terminal, `\n${table(HEADS, health.answers.map(cellsOf))}`)
      })
    })
}

function factsOf(health: DeliveryHealth): Record<string, string> {
  const { failingSince, lastSuccessAt, countedMax, replay } = health
  const count = (number: number) => (number < countedMax ? String(number) : `${countedMax} or more`)
  return {
    Callback: health.endpoint,
    State: failingSince === null ? 'nothing fails' : `failing since ${timeOf(failingSince)}`,
    'Last success': timeOf(lastSuccessAt),
    Waiting: `${count(health.waiting)}, of which ${count(health.failing)} failed at their last attempt`,
    ...(replay && { Replay: progressOf(replay) }),
    'Given up': `${count(health.givenUp)} since the last success`,
  }
}

function progressOf({ matched, released, perSecond, finishedAt }: DeliveryReplay): string {
  const end = finishedAt === null ? `${perSecond} a second` : `ended ${timeOf(finishedAt)}`
  return `${released} of ${matched} sent again, ${end}`
}

function cellsOf({ statusCode, error, count, excerpt }: DeliveryHealth['answers'][number]) {
  return [
    statusCode?.toString() ?? oneLine(error ?? '-'),
    String(count),
    excerpt === null || excerpt === '' ? '-' : oneLine(excerpt).slice(0, EXCERPT_MAX),
  ]
}

const timeOf = (at: string | null) => time(at === null ? null : new Date(at))
