import { randomUUID } from 'node:crypto'
import type { Command } from 'commander'
import { z } from 'zod'
import { IdempotencyKey } from '#contract/idempotency-key.ts'
import { PaymentId } from '#contract/ids.ts'
import { LIMITS } from '#contract/limits.ts'
import { OPERATIONS } from '#contract/operations.ts'
import type { Session } from '#contract/session.ts'
import { AmountMinor, plainText } from '#contract/values.ts'
import { formatMoney } from '#domain/money.ts'
import type { Queryable } from '#server/database/engine/database.ts'
import { readPayment } from '#server/database/payments/payments.ts'
import { asObject } from '#server/service/idempotency.ts'
import { idempotentRequest } from '#server/service/idempotent-request.ts'
import { inTimeOf } from '#server/service/merchant-time.ts'
import { captureSession } from '#server/service/payments/capture-session.ts'
import { voidSession } from '#server/service/payments/void-session.ts'
import { presentSession } from '#server/service/sessions/present-session.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { CommandFailure } from '#client/tools/command-line/exit.ts'
import { print } from '#client/tools/command-line/output.ts'
import { as } from '#client/tools/command-line/read-option.ts'
import { actorOf } from '../../actor.ts'
import { asService } from '../../as-service.ts'
import { examples } from '../../examples.ts'
import { merchantOfSession } from '../../merchant-of-session.ts'
import { SessionOrPayment } from '../../session-or-payment.ts'
import { valueOf } from '../../value-of.ts'

const ID_HELP = 'of a session or a payment, as "payments authorized" shows it'
const EXAMPLE_ID = 'cs_0Tq4mFhZ7Rk2vXw9sLd3Ye'
const NOT_DIGITS = 'must be digits only, in the smallest unit: 1990 for R$19.90'
const Minor = z
  .string()
  .regex(/^\d+$/, NOT_DIGITS)
  .transform(Number)
  .pipe(AmountMinor.min(1, 'must be at least 1'))

interface CaptureOptions {
  amount?: number
  key?: string
}

export function addCapture(payments: Command): void {
  payments
    .command('capture')
    .summary('take what is held, in full or in part')
    .description(
      'Captures the held payment of a session, once: what is left of the hold is released. A running server sends the ' +
        'notification, and asks the processor again where it has not answered.',
    )
    .argument('<id>', ID_HELP, as(SessionOrPayment))
    .option(
      '--amount <minor>',
      'in the smallest unit, as in the API: 1990 is R$19.90 (default: all that is held)',
      as(Minor),
    )
    .option(
      '--key <text>',
      'idempotency key, as in the API (default: a new one)',
      as(IdempotencyKey),
    )
    .addHelpText(
      'after',
      examples(
        `payments capture ${EXAMPLE_ID}`,
        'payments capture pay_0Tq4n1bJ5Wc8yGt6hKp2Qz --amount 20000',
      ),
    )
    .action(async (id: string, { amount, key }: CaptureOptions, command: Command) => {
      const session = await asService(command, async ({ context }) => {
        const held = await heldBy(context.database, id)
        const { merchantId, sessionId, paymentId } = held
        const asked = {
          ...held,
          amountMinor: amount,
          actor: actorOf(command),
          idempotent: idempotentRequest(OPERATIONS.captureSession, {
            parameters: { id: sessionId },
            key: key ?? randomUUID(),
            value: { ...(amount !== undefined && { amount }), ...(paymentId && { paymentId }) },
          }),
        }
        const captured = await captureSession(inTimeOf(context, merchantId), asked, asObject())
        return presentSession(context, valueOf(captured))
      })
      answer(command, withoutLink(session), (terminal) => print(terminal, sentenceOf(session)))
      if (session.payment?.capture?.status === 'failed')
        throw new CommandFailure('The processor refused the capture: the amount is still held.')
    })
}

export function addVoid(payments: Command): void {
  payments
    .command('void')
    .summary('release what is held')
    .description(
      'Releases the held payment of a session: nothing is taken, and the session is canceled.',
    )
    .argument('<id>', ID_HELP, as(SessionOrPayment))
    .option(
      '--reason <text>',
      'for its merchant, who reads it',
      as(plainText(LIMITS.descriptionLengthMax)),
    )
    .addHelpText('after', examples(`payments void ${EXAMPLE_ID} --reason "stay canceled"`))
    .action(async (id: string, { reason }: { reason?: string }, command: Command) => {
      const session = await asService(command, async ({ context }) => {
        const held = await heldBy(context.database, id)
        const asked = { ...held, reason, actor: actorOf(command), idempotent: undefined }
        const voided = await voidSession(inTimeOf(context, held.merchantId), asked, asObject())
        return presentSession(context, valueOf(voided))
      })
      answer(command, withoutLink(session), (terminal) => print(terminal, sentenceOf(session)))
    })
}

/** The session of an id, with the payment where the id is a payment's: no other one is captured or released then. */
async function heldBy(database: Queryable, id: string) {
  if (!PaymentId.safeParse(id).success)
    return { sessionId: id, merchantId: await merchantOfSession(database, id) }
  const payment = await readPayment(database, id)
  if (payment === undefined) throw new CommandFailure(`There is no payment ${id}.`)
  const { sessionId } = payment
  return { sessionId, paymentId: id, merchantId: await merchantOfSession(database, sessionId) }
}

/** Whoever has the link of a session could open it. */
function withoutLink(session: Session) {
  return { ...session, url: undefined }
}

function sentenceOf({ status, payment, currency }: Session): string {
  if (status === 'canceled') return 'Released: nothing was taken, and the session is canceled.'
  const minor = payment?.capture?.amount ?? payment?.amountCaptured ?? 0
  const money = formatMoney({ amount: minor, currency }, 'en')
  if (status === 'complete') return `Captured ${money}.`
  if (payment?.capture?.status === 'failed') return `The capture of ${money} has failed.`
  const what = payment?.capture ? `The capture of ${money}` : 'The release'
  return `${what} is under way: a running server asks the processor again.`
}
