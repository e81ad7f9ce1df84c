import { Argument, Option, type Command } from 'commander'
import { SessionId } from '../../../contract/ids.ts'
import {
  CARD_DECLINE_CODES,
  SIMULATED_OUTCOMES,
  Simulate,
  type SimulatedOutcome,
} from '../../../contract/sandbox-simulate.ts'
import type { Session } from '../../../contract/session.ts'
import { findSession } from '../../../server/api/checkout/find-session.ts'
import { findReference } from '../../../server/keys/reference.ts'
import { inTimeOfSession } from '../../../server/merchant-time.ts'
import { presentSession } from '../../../server/api/sessions/present-session.ts'
import { answer } from '../../answer.ts'
import { asOperator, type Operator } from '../../as-operator.ts'
import { openService } from '../../compose/open-service.ts'
import { examples } from '../../examples.ts'
import { CommandFailure, EXIT } from '../../exit.ts'
import { loadConfig } from '../../load-config.ts'
import { as } from '../../options.ts'
import { print } from '../../output.ts'
import { requireSandbox } from '../../require-sandbox.ts'
import { fields } from '../../table.ts'

export function addSimulate(program: Command): void {
  program
    .command('simulate')
    .summary('decide what happens to a session')
    .description(
      'Decides what happens to a session of the sandbox: what is live is decided, else an attempt is made and then ' +
        'decided. A running server sends the notifications.',
    )
    .argument('<sessionId>', 'as the session says it', as(SessionId))
    .addArgument(new Argument('<outcome>', 'what happens').choices(SIMULATED_OUTCOMES))
    .addOption(new Option('--code <code>', 'why the card is declined').choices(CARD_DECLINE_CODES))
    .addHelpText(
      'after',
      examples(
        'simulate cs_0Tq4mFhZ7Rk2vXw9sLd3Ye pay',
        'simulate cs_0Tq4mFhZ7Rk2vXw9sLd3Ye decline --code insufficient_funds',
      ),
    )
    .action(
      async (
        sessionId: string,
        outcome: SimulatedOutcome,
        { code }: { code?: string },
        command: Command,
      ) => {
        const simulated = readOutcome(outcome, code)
        if (loadConfig().environment === 'production')
          throw new CommandFailure(
            'This is production. Only in the sandbox can outcomes be decided.',
          )
        const session = await asOperator(command, (operator) =>
          simulate(operator, sessionId, simulated),
        )
        answer(command, session, () => print(sessionFields(session)))
      },
    )
}

function readOutcome(outcome: SimulatedOutcome, declineCode: string | undefined): Simulate {
  const parsed = Simulate.safeParse({ outcome, ...(declineCode !== undefined && { declineCode }) })
  if (parsed.success) return parsed.data
  throw new CommandFailure(`--code goes with "decline", not with "${outcome}".`, EXIT.usage)
}

async function simulate(
  { config, opened, log }: Operator,
  sessionId: string,
  simulated: Simulate,
): Promise<Session> {
  const sandbox = await requireSandbox()
  const service = await openService(config, opened, { log, servesApi: false, sandbox })
  try {
    const context = await inTimeOfSession(service.context, sessionId)
    const reference = await findReference(context, sessionId)
    const refusal = await sandbox.simulateOutcome(context, reference, simulated)
    if (refusal !== undefined)
      throw new CommandFailure(`${refusal.code}: ${refusal.detail} ${reasonsOf(refusal)}`.trim())
    const session = await findSession(context, reference)
    if (session === undefined) throw new Error('the session is gone')
    return presentSession(context, session, reference)
  } finally {
    await service.close()
  }
}

function reasonsOf({ errors = [] }: { errors?: { path: string; message: string }[] }): string {
  return errors.map(({ path, message }) => `(${path}: ${message})`).join(' ')
}

function sessionFields({ id, status, paymentStatus, payment }: Session): string {
  return fields({
    Session: id,
    Status: status,
    'Payment status': paymentStatus,
    Payment: payment === null ? 'none' : `${payment.id}, by ${payment.method}, ${payment.status}`,
    ...(payment?.declineCode && { 'Decline code': payment.declineCode }),
  })
}
