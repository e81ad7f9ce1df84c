import { newId } from '#domain/id.ts'
import { isProcessorSilent } from '#server/processors/processor.ts'
import { settlePayment } from '#server/service/payments/settle-payment.ts'
import { changeSession } from '#server/service/sessions/change-session.ts'
import { lockSession } from '#server/database/sessions/sessions.ts'
import type { Statement } from '#server/database/engine/database.ts'
import { labelOf } from '../simulation/gated-database.ts'
import type { Plant } from '../simulation/plant.ts'
import type { Stage } from '../simulation/stage.ts'
import { ON_LATE_MONEY, onCharges, onRefunds } from './focus.ts'
import { answering, editing, plant, skipping, withQueries } from './plant-tools.ts'
import { UNCHECKED_REFUNDS } from './unchecked-refunds.ts'

const SHOWN_PAYMENT = /\(select to_jsonb\(shown\)[\s\S]*?\) shown\) as payment/
const WITHOUT_VERSION = (text: string) => text.replace(/s\.version = (\$\d+)/, '$1::int > 0')
/** Neither locked nor compared with the version that was read. */
const UNGUARDED = {
  'wait for session': (text: string) => text.replace(' for update', ''),
  'begin payment': WITHOUT_VERSION,
  'settle payment': WITHOUT_VERSION,
}

export const MONEY_PLANTS: readonly Plant[] = [
  plant('a live payment is not looked up, and no index forbids a second', ['I1', 'I2', 'I6'], {
    sql: ['drop index payments_one_live', 'drop index payments_one_success'],
    database: editing({
      'session by reference': (text) => text.replace(SHOWN_PAYMENT, 'null::jsonb as payment'),
    }),
  }),
  plant('a session expires despite a live payment', ['I1', 'I4'], { work: expireRegardless }),
  plant('a timer fails an unknown payment', ['I1', 'I2'], {
    focus: onCharges(['lost after'], 'plant'),
    work: failUnknown,
  }),
  plant('a charge without a response is retried under a new id', ['I1'], {
    processor: (processor, random) => ({
      ...processor,
      createPayment: (payment) =>
        onSilence(processor.createPayment(payment), () =>
          processor.createPayment({ ...payment, paymentId: newId('pay', new Date(0), random) }),
        ),
    }),
  }),
  plant('a refund without a response is retried under a new id', ['I6'], {
    focus: onRefunds('lost after', 'late'),
    processor: (processor, random) => ({
      ...processor,
      createRefund: (refund, payment) =>
        onSilence(processor.createRefund(refund, payment), () => {
          const refundId = newId('re', new Date(0), random)
          return processor.createRefund({ ...refund, refundId }, payment)
        }),
    }),
  }),
  plant('a charge without a response counts as declined', ['I1', 'I2'], {
    processor: (processor) => ({
      ...processor,
      createPayment: (payment) =>
        onSilence(processor.createPayment(payment), async () => ({
          status: 'failed',
          declineCode: 'processing_error',
        })),
    }),
  }),
  plant('another amount is charged', ['I1'], {
    processor: (processor) => ({
      ...processor,
      createPayment: (payment) =>
        processor.createPayment({ ...payment, amountMinor: payment.amountMinor + 1 }),
    }),
  }),
  plant('amounts go through floating point', ['I1'], {
    processor: (processor) => ({
      ...processor,
      createPayment: (payment) =>
        processor.createPayment({
          ...payment,
          amountMinor: Math.floor((payment.amountMinor / 100) * 100),
        }),
    }),
  }),
  plant(
    'a replaced payment that has not reached the processor fails without a cancellation there',
    ['I1', 'I2'],
    {
      focus: onCharges(['late', 'dies meanwhile'], 'resolve'),
      processor: (processor) => ({
        ...processor,
        async cancelPayment(paymentId, known) {
          const found = await processor.inquire(paymentId, known)
          return found.status === 'not_found'
            ? { status: 'failed', declineCode: 'replaced' }
            : processor.cancelPayment(paymentId, known)
        },
      }),
    },
  ),
  plant('the processor is called before the payment is committed', ['I1'], callInTransaction()),
  plant('refunds have no cap', ['I6'], {
    sql: ['alter table payments drop constraint refunds_within_captured', UNCHECKED_REFUNDS],
    database: answering('payment of session to refund', (rows) =>
      rows.map((row) => ({ ...(row as object), refundedMinor: 0 })),
    ),
  }),
  plant('refunds are not counted', ['I6'], { sql: ['drop trigger refunds_count on refunds'] }),
  plant('a late payment is not refunded', ['I6'], {
    focus: ON_LATE_MONEY,
    database: skipping('insert refund', (values) => values.includes('paid too late')),
  }),
  plant('sessions are changed without a guard', ['I3', 'I6', 'I10'], {
    database: editing(UNGUARDED),
  }),
  plant('events are numbered without a guard, and no index forbids a number twice', ['I3'], {
    sql: ['alter table events drop constraint events_session_id_sequence_key'],
    database: editing(UNGUARDED),
  }),
]

async function onSilence<T>(answer: Promise<T>, otherwise: () => Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (isProcessorSilent(error)) return otherwise()
    throw error
  }
}

async function expireRegardless({ context, world, merchants }: Stage): Promise<void> {
  const due = await world.observe<{ id: string }>(
    `select id from sessions where status = 'open' and expires_at <= $1 and merchant_id = any ($2::uuid[]) order by id`,
    [context.clock(), merchants.map(({ id }) => id)],
  )
  for (const { id } of due)
    await context.database.transaction(async (tx) => {
      const locked = await lockSession(tx, id)
      if (locked.status === 'open')
        await changeSession(context, tx, locked, { status: 'expired' }, [
          { type: 'session.expired' },
        ])
    })
}

async function failUnknown({ context, world, merchants }: Stage): Promise<void> {
  const unknown = await world.observe<{ id: string; sessionId: string }>(
    `select p.id, p.session_id as "sessionId" from payments p join sessions s on s.id = p.session_id
     where p.status = 'unknown' and s.merchant_id = any ($1::uuid[]) order by p.id`,
    [merchants.map(({ id }) => id)],
  )
  for (const { id: paymentId, sessionId } of unknown)
    await settlePayment(context, {
      sessionId,
      paymentId,
      outcome: { status: 'failed', declineCode: 'processing_error' },
    })
}

/** Commits the payment's row only after the processor has responded. */
function callInTransaction(): Pick<Plant, 'database' | 'processor'> {
  const uncommitted = new Map<unknown, () => void>()
  return {
    database: (database) =>
      withQueries(
        database,
        (ask) =>
          <Row>(statement: Statement, values: readonly unknown[]) =>
            labelOf(statement) === 'begin payment'
              ? new Promise<Row[]>((resolve, reject) => {
                  const committed = database.transaction(async (tx) => {
                    const rows = await tx.query<Row & { id: string }>(statement, values)
                    resolve(rows)
                    await Promise.all(
                      rows.map(({ id }) => new Promise<void>((end) => uncommitted.set(id, end))),
                    )
                  })
                  committed.catch(reject)
                })
              : ask<Row>(statement, values),
      ),
    processor: (processor) => ({
      ...processor,
      async createPayment(payment) {
        try {
          return await processor.createPayment(payment)
        } finally {
          uncommitted.get(payment.paymentId)?.()
          uncommitted.delete(payment.paymentId)
        }
      },
    }),
  }
}
