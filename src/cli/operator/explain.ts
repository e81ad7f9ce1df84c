import { Option, type Command } from 'commander'
import type { Explanation, TimelineLine } from '#contract/dashboard/timeline.ts'
import { MerchantId } from '#contract/ids.ts'
import { formatInstant } from '#domain/format-date.ts'
import { formatMoney } from '#domain/money.ts'
import { oneLine } from '#domain/one-line.ts'
import { readTimeline } from '#server/service/sessions/read-timeline.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { CommandFailure } from '#client/tools/command-line/exit.ts'
import { print } from '#client/tools/command-line/output.ts'
import { as } from '#client/tools/command-line/read-option.ts'
import { fields, table } from '#client/tools/command-line/table.ts'
import { DASHBOARD_TAGS, writeExplanation, type DashboardTag } from '#words/dashboard-words.ts'
import { DASHBOARD_WORDS } from '#words/tables/dashboard.ts'
import { asOperator } from '../as-operator.ts'
import { examples } from '../examples.ts'
import { SessionOrPayment } from '../session-or-payment.ts'
import { standingText } from './standing-text.ts'

interface ExplainOptions {
  merchant?: string
  language: DashboardTag
}

export function addExplain(program: Command): void {
  program
    .command('explain')
    .summary('did it go through?')
    .description(
      'Says what became of a session, what to tell its shopper, in their language (English or Portuguese), and what to do ' +
        'next; then what happened, in the lanes of shopper, processor and shop. Prints no personal data.',
    )
    .argument('<id>', 'of a session or a payment', as(SessionOrPayment))
    .option('--merchant <merchantId>', 'whose it must be', as(MerchantId))
    .addOption(
      new Option('--language <tag>', 'of the verdict and the next step')
        .choices(DASHBOARD_TAGS)
        .default('en'),
    )
    .addHelpText(
      'after',
      examples(
        'explain cs_0Tq4mFhZ7Rk2vXw9sLd3Ye',
        'explain pay_0Tq4n1bJ5Wc8yGt6hKp2Qz --language pt-BR',
      ),
    )
    .action(async (id: string, { merchant, language }: ExplainOptions, command: Command) => {
      const told = await asOperator(command, (operator) =>
        readTimeline(operator, { id, merchantId: merchant ?? null }),
      )
      if (told === undefined)
        throw new CommandFailure(
          merchant === undefined
            ? `There is no ${id}.`
            : `There is no ${id} of the merchant ${merchant}.`,
        )
      const { timeline, standing, lines, explanation } = told
      const { timeZone, shopperLocale } = timeline
      const texts = writeExplanation(explanation, { language, shopperLocale, timeZone })
      answer(command, { standing, ...texts, explanation, lines, story: timeline }, (terminal) => {
        print(
          terminal,
          fields({
            Standing: `${formatMoney(standing.charged, language)}: ${standingText(standing)}`,
            Verdict: texts.verdict,
            [`Say (${texts.say.language})`]: texts.say.text,
            Next: texts.next,
            ...Object.fromEntries(
              explanation.next.acts.map(({ act, subject }) => [
                act,
                COMMANDS[act](subject, timeline.session.id),
              ]),
            ),
          }),
        )
        const { lanes } = DASHBOARD_WORDS[language]
        const heads = [timeZone, lanes.shopper, lanes.processor, lanes.shop]
        print(
          terminal,
          `\n${table(
            heads,
            lines.map((line) => cellsOf(line, language, timeZone)),
          )}`,
        )
      })
    })
}

/** The command for each act; an ellipsis stands for what only a person can decide. */
const COMMANDS: Record<
  Explanation['next']['acts'][number]['act'],
  (subject: string, sessionId: string) => string
> = {
  'payment.capture': (_, sessionId) => `npx --no checkout payments capture ${sessionId}`,
  'payment.void': (_, sessionId) => `npx --no checkout payments void ${sessionId}`,
  'payment.accept': (id) => `npx --no checkout payments accept ${id}`,
  'payment.refuse': (id) => `npx --no checkout payments refuse ${id} --reason …`,
  'refund.create': (id, sessionId) =>
    `npx --no checkout refunds create ${sessionId} --payment ${id} --key …`,
  'refund.retry': (id) => `npx --no checkout refunds retry ${id}`,
  'refund.paid': (id) => `npx --no checkout refunds paid ${id} --reason …`,
  'delivery.replay': (id) => `npx --no checkout deliveries replay ${id}`,
  'event.replay': (id) => `POST /v1/events/${id}/replay, with a key of the merchant`,
  'callback.set': (id) => `npx --no checkout callback set --merchant ${id} --url …`,
}

/** A table row: the time, and a cell for each lane; the line's own lane says what happened. */
function cellsOf(line: TimelineLine, language: DashboardTag, timeZone: string): string[] {
  const { lanes, lines } = DASHBOARD_WORDS[language]
  const text = oneLine(
    [
      lines[line.kind],
      line.what,
      line.money && formatMoney(line.money, language),
      line.outcome,
      line.durationMs === null ? null : `${line.durationMs} ms`,
      line.subject,
    ]
      .filter((part) => part !== null)
      .join(' '),
  )
  return [
    formatInstant(line.at, language, timeZone),
    ...Object.keys(lanes).map((lane) => (lane === line.lane ? text : '')),
  ]
}
