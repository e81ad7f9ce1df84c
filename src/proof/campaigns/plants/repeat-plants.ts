import type { Plant } from '../simulation/plant.ts'
import type { Statement } from '#server/database/engine/database.ts'
import { labelOf } from '../simulation/gated-database.ts'
import { onRefunds } from './focus.ts'
import { answering, editing, plant, withQueries } from './plant-tools.ts'

/** The same row for every merchant; the parameter stays in use, since PostgreSQL must infer its type. */
const anyMerchant = (parameter: string) =>
  `(select min(id::text)::uuid from merchants where ${parameter}::uuid is not null)`

/** Faults of idempotency, and of acknowledged requests. */
export const REPEAT_PLANTS: readonly Plant[] = [
  plant('idempotency keys are not scoped by merchant', ['I5', 'I7'], {
    database: editing({
      'insert session under key': (text) =>
        text.replace(
          /values \((\$\d+)/,
          (_, merchant: string) => `values (${anyMerchant(merchant)}`,
        ),
      'idempotency key': (text) =>
        text.replace('merchant_id = $1', `merchant_id = ${anyMerchant('$1')}`),
    }),
  }),
  plant('the body of a repeated request is not compared', ['I5'], {
    database: answering('idempotency key', (rows) =>
      (rows as { bodyHash: Buffer }[]).map((row) => ({
        ...row,
        bodyHash: Object.assign(Buffer.from(row.bodyHash), { equals: () => true }),
      })),
    ),
  }),
  plant('a repeated request is executed again', ['I5'], {
    database: editing({
      'insert session under key': (text) =>
        text.replace(/idempotency_keys\.created_at < \$\d+/, '$& or true'),
    }),
  }),
  plant('a repeated response has other bytes', ['I5'], {
    database: answering('idempotency key', (rows) =>
      (rows as { responseBody: string | null }[]).map((row) => ({
        ...row,
        responseBody: row.responseBody && `${row.responseBody} `,
      })),
    ),
  }),
  plant('the idempotency key of a payment is not remembered', ['I5'], {
    sql: ['drop index payments_one_per_press'],
    database: (database, scheduler) =>
      editing({
        'begin payment': (text) => text.replace(/and not exists \(select from payments[^)]*\)/, ''),
      })(answering('payment by idempotency key', () => [])(database, scheduler), scheduler),
  }),
  plant('a refund is not found by its request after a crash', ['I5'], {
    focus: onRefunds('dies after', 'dies meanwhile'),
    sql: ['drop index refunds_one_per_request'],
    database: answering('refund by idempotency key', () => []),
  }),
  plant('a session is acknowledged before it is written', ['I7'], {
    database: (database) =>
      withQueries(
        database,
        (ask) =>
          async <Row>(statement: Statement, values: readonly unknown[]) => {
            const answer = ask<Row>(statement, values)
            if (!labelOf(statement).startsWith('insert session')) return answer
            answer.catch(() => undefined)
            return [{ id: values[0] }] as Row[]
          },
      ),
  }),
]
