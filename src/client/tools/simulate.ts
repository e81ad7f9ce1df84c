import { Argument, Option, type Command } from 'commander'
import { z } from 'zod'
import { SessionId } from '#contract/ids.ts'
import {
  CARD_DECLINE_CODES,
  SIMULATED_OUTCOMES,
  SimulateSession,
} from '#contract/sandbox-simulate.ts'
import type { Session } from '#contract/session.ts'
import { AmountMinor } from '#contract/values.ts'
import { formatMoney } from '#domain/money.ts'
import { configuredClient } from './by-key.ts'
import { answer } from './command-line/answer.ts'
import { CommandFailure, EXIT } from './command-line/exit.ts'
import { print } from './command-line/output.ts'
import { as } from './command-line/read-option.ts'
import { fields } from './command-line/table.ts'
import { terminalOf } from './command-line/terminal-of.ts'
import { toolExamples, type Host } from './host.ts'

export function addSimulate(program: Command, host: Host): void {
  program
    .command('simulate')
    .summary('decide what happens to a session')
    .description(
      'Decides what happens to a session of the sandbox: what is live is decided, else an attempt is made and then ' +
        'decided; of a paid one a bank can take money back (reverse, capture_failed) and give it back again (reinstate), let a refund come back (refund_reversed), or open a dispute and decide it (dispute …). With manual capture a card is held ' +
        '(authorize), and its hold ends (authorization_expired). A running server sends the notifications.',
    )
    .argument('<sessionId>', 'as the session says it', as(SessionId))
    .addArgument(new Argument('<outcome>', 'what happens').choices(OUTCOMES))
    .addOption(new Option('--code <code>', 'why the card is declined').choices(CARD_DECLINE_CODES))
    .option(
      '--amount <minor>',
      'how much is taken back, or comes again, in minor units (default: all that can)',
      as(Amount),
    )
    .addHelpText(
      'after',
      toolExamples(
        host,
        'simulate cs_0Tq4mFhZ7Rk2vXw9sLd3Ye pay',
        'simulate cs_0Tq4mFhZ7Rk2vXw9sLd3Ye decline --code insufficient_funds',
        'simulate cs_0Tq4mFhZ7Rk2vXw9sLd3Ye reverse --amount 1000',
      ),
    )
    .action(
      async (
        sessionId: string,
        outcome: string,
        { code, amount }: { code?: string; amount?: number },
        command: Command,
      ) => {
        const simulated = readOutcome(outcome, { declineCode: code, amount })
        const session = await (host.operator === undefined
          ? configuredClient(terminalOf(command), 'sandbox', NO_OPTION).sandbox.simulate(
              sessionId,
              simulated,
            )
          : host.operator.simulate(command, sessionId, simulated))
        answer(command, session, (terminal) => print(terminal, sessionFields(session)))
      },
    )
}

const OUTCOMES = [
  ...SIMULATED_OUTCOMES,
  'authorize',
  'authorization_expired',
  'capture_failed',
  'dispute',
  'dispute_answered',
  'dispute_won',
  'dispute_lost',
  'reverse',
  'reinstate',
  'refund_reversed',
]
const WITH_AMOUNT = ['reverse', 'reinstate', 'dispute']
const Amount = z.coerce
  .number('must be a whole number of minor units')
  .pipe(AmountMinor.min(1, 'must be at least 1'))

const NO_OPTION = { hasMerchantOption: false }

function readOutcome(
  outcome: string,
  { declineCode, amount }: { declineCode: string | undefined; amount: number | undefined },
): SimulateSession {
  if (declineCode !== undefined && outcome !== 'decline')
    throw new CommandFailure(`--code goes with "decline", not with "${outcome}".`, EXIT.usage)
  if (amount !== undefined && !WITH_AMOUNT.includes(outcome))
    throw new CommandFailure(
      `--amount goes with "reverse", "reinstate" and "dispute", not with "${outcome}".`,
      EXIT.usage,
    )
  return SimulateSession.parse({
    outcome,
    ...(declineCode !== undefined && { declineCode }),
    ...(amount !== undefined && { amount }),
  })
}

function sessionFields({
  id,
  status,
  paymentStatus,
  payment,
  currency,
  amountReversed = 0,
  amountReinstated = 0,
}: Session): string {
  const amount = amountReversed - amountReinstated
  return fields({
    Session: id,
    Status: status,
    'Payment status': paymentStatus,
    // The status does not change by it.
    ...(amount > 0 && { 'Taken back': formatMoney({ amount, currency }, 'en') }),
    Payment: payment === null ? 'none' : `${payment.id}, by ${payment.method}, ${payment.status}`,
    ...(payment?.declineCode && { 'Decline code': payment.declineCode }),
  })
}
