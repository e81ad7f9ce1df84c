import type { Command } from 'commander'
import type { z } from 'zod'
import { IdempotencyKey } from '#contract/idempotency-key.ts'
import { SessionId } from '#contract/ids.ts'
import { LIMITS } from '#contract/limits.ts'
import { OPERATIONS } from '#contract/operations.ts'
import type { CancelSession } from '#contract/session.ts'
import { plainText } from '#contract/values.ts'
import { cancelSession } from '#server/service/sessions/cancel-session.ts'
import { presentSession } from '#server/service/sessions/present-session.ts'
import { asObject } from '#server/service/idempotency.ts'
import { idempotentRequest } from '#server/service/idempotent-request.ts'
import { inTimeOf } from '#server/service/merchant-time.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { print } from '#client/tools/command-line/output.ts'
import { as } from '#client/tools/command-line/read-option.ts'
import { actorOf } from '../../actor.ts'
import { valueOf } from '../../value-of.ts'
import { asService } from '../../as-service.ts'
import { examples } from '../../examples.ts'
import { merchantOfSession } from '../../merchant-of-session.ts'

interface CancelOptions {
  reason?: string
  key?: string
}

export function addCancel(sessions: Command): void {
  sessions
    .command('cancel')
    .summary('cancel an open session')
    .description(
      'Cancels an open session, so that nobody can pay it. Impossible while a payment of it is in progress. A running ' +
        'server sends the notification.',
    )
    .argument('<sessionId>', 'as its merchant reads it', as(SessionId))
    .option(
      '--reason <text>',
      'for its merchant, who reads it',
      as(plainText(LIMITS.descriptionLengthMax)),
    )
    .option(
      '--key <text>',
      'idempotency key: the command, repeated with it, gets the first answer',
      as(IdempotencyKey),
    )
    .addHelpText(
      'after',
      examples('sessions cancel cs_0Tq4mFhZ7Rk2vXw9sLd3Ye --reason "out of stock"'),
    )
    .action(async (sessionId: string, { reason, key }: CancelOptions, command: Command) => {
      const session = await asService(command, async ({ context }) => {
        const merchantId = await merchantOfSession(context.database, sessionId)
        const value: z.output<typeof CancelSession> = reason === undefined ? {} : { reason }
        const asked = {
          merchantId,
          sessionId,
          ...value,
          actor: actorOf(command),
          idempotent:
            key === undefined
              ? undefined
              : idempotentRequest(OPERATIONS.cancelSession, {
                  parameters: { id: sessionId },
                  key,
                  value,
                }),
        }
        const canceled = await cancelSession(inTimeOf(context, merchantId), asked, asObject())
        return presentSession(context, valueOf(canceled))
      })
      answer(command, session, (terminal) =>
        print(terminal, `The session ${session.id} is ${session.status}.`),
      )
    })
}
