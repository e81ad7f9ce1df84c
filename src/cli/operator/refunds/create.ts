import type { Command } from 'commander'
import { z } from 'zod'
import { IdempotencyKey } from '#contract/idempotency-key.ts'
import { PaymentId, SessionId } from '#contract/ids.ts'
import { LIMITS } from '#contract/limits.ts'
import { OPERATIONS } from '#contract/operations.ts'
import type { CreateRefund, Refund, RefundState } from '#contract/refund.ts'
import { AmountMinor, plainText } from '#contract/values.ts'
import { formatMoney } from '#domain/money.ts'
import { refundSession } from '#server/service/refunds/refund-session.ts'
import { presentRefund } from '#server/service/refunds/present-refund.ts'
import { asObject } from '#server/service/idempotency.ts'
import { idempotentRequest } from '#server/service/idempotent-request.ts'
import { inTimeOf } from '#server/service/merchant-time.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { CommandFailure } from '#client/tools/command-line/exit.ts'
import { print, printNotice } from '#client/tools/command-line/output.ts'
import { as } from '#client/tools/command-line/read-option.ts'
import { terminalOf } from '#client/tools/command-line/terminal-of.ts'
import { actorOf } from '../../actor.ts'
import { valueOf } from '../../value-of.ts'
import { asService } from '../../as-service.ts'
import { examples } from '../../examples.ts'
import { merchantOfSession } from '../../merchant-of-session.ts'

interface CreateOptions {
  key: string
  amount?: number
  payment?: string
  reason?: string
}

const NOT_DIGITS = 'must be digits only, in the smallest unit: 1990 for R$19.90'
const Minor = z
  .string()
  .regex(/^\d+$/, NOT_DIGITS)
  .transform(Number)
  .pipe(AmountMinor.min(1, 'must be at least 1'))

export function addCreate(refunds: Command): void {
  refunds
    .command('create')
    .summary('refund a payment, in full or in part')
    .description(
      'Refunds the payment of a session to whom it came from. Never more than was captured and is left. A running server ' +
        'sends the notification, and asks the processor about a refund whose outcome is not known at once.',
    )
    .argument('<sessionId>', 'as its merchant reads it', as(SessionId))
    .requiredOption(
      '--key <text>',
      'idempotency key, as the number of a ticket: the command, repeated with it, refunds once',
      as(IdempotencyKey),
    )
    .option(
      '--amount <minor>',
      'in the smallest unit, as in the API: 1990 is R$19.90 (default: all that is left)',
      as(Minor),
    )
    .option(
      '--payment <paymentId>',
      'of several payments of the session (default: the one that succeeded, else the one that is owed back)',
      as(PaymentId),
    )
    .option(
      '--reason <text>',
      'for its merchant, who reads it',
      as(plainText(LIMITS.descriptionLengthMax)),
    )
    .addHelpText(
      'after',
      examples(
        'refunds create cs_0Tq4mFhZ7Rk2vXw9sLd3Ye --key ticket-4711',
        'refunds create cs_0Tq4mFhZ7Rk2vXw9sLd3Ye --amount 12995 --reason "one of two shirts" --key ticket-4711',
      ),
    )
    .action(async (sessionId: string, options: CreateOptions, command: Command) => {
      const terminal = terminalOf(command)
      const created = await asService(command, async ({ context }) => {
        const merchantId = await merchantOfSession(context.database, sessionId)
        const asked = {
          merchantId,
          sessionId,
          paymentId: options.payment,
          amountMinor: options.amount,
          reason: options.reason,
          actor: actorOf(command),
          idempotent: idempotentRequest(OPERATIONS.createRefund, {
            parameters: { id: sessionId },
            key: options.key,
            value: bodyOf(options),
          }),
        }
        return refundSession(inTimeOf(context, merchantId), asked, asObject())
      })
      const refund = presentRefund(valueOf(created))
      answer(command, refund, () => print(terminal, SENTENCES[refund.status](refund)))
      if (created.outcome === 'done' && created.isRepeated)
        printNotice(
          terminal,
          'This is the answer to the first command with this --key: nothing was refunded now.',
        )
      if (refund.status === 'failed')
        throw new CommandFailure('The processor refused the refund: nothing was given back.')
    })
}

/** The same body as a request to the API with these values, so that one key works from the command and from the API. */
function bodyOf({ payment, amount, reason }: CreateOptions): CreateRefund {
  return {
    ...(payment !== undefined && { paymentId: payment }),
    ...(amount !== undefined && { amount }),
    ...(reason !== undefined && { reason }),
  }
}

const SENTENCES: Record<RefundState, (refund: Refund) => string> = {
  succeeded: (refund) => `Refunded ${moneyOf(refund)}: ${refund.id}.`,
  pending: (refund) => `A refund of ${moneyOf(refund)} is under way: ${refund.id}.`,
  failed: (refund) => `The refund ${refund.id} of ${moneyOf(refund)} has failed.`,
  reversed: (refund) =>
    `The refund ${refund.id} of ${moneyOf(refund)} was made, and its money came back.`,
}

function moneyOf({ amount, currency }: Refund): string {
  return formatMoney({ amount, currency }, 'en')
}
