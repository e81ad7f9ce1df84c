import type { Statement } from '#server/database/engine/database.ts'
import type { Plant } from '../simulation/plant.ts'
import { labelOf } from '../simulation/gated-database.ts'
import { ON_SLEEPING_WORKERS } from './focus.ts'
import { editing, plant, skipping } from './plant-tools.ts'

/** Faults of events and their deliveries. */
export const DELIVERY_PLANTS: readonly Plant[] = [
  plant('events are written after the commit', ['I3'], {
    database: outboxAfterCommit,
  }),
  plant('one type of event is never written', ['I3'], {
    database: editing({
      'expire sessions': (text) =>
        text.replaceAll(
          /from due( where callback_url is not null)?\s+order by "\w+"/g,
          'from due where false',
        ),
    }),
  }),
  plant('events have no delivery', ['I3'], {
    database: editing({
      'settle payment': (text) => text.replace('callback_url is not null', 'callback_url is null'),
    }),
  }),
  plant('a complete session expires, and no trigger forbids it', ['I2', 'I4'], {
    sql: [
      'drop trigger sessions_move_legally on sessions',
      'alter table sessions drop constraint a_complete_session_says_when',
    ],
    work: ({ context }) =>
      context.database.query(
        {
          name: 'planted expiry',
          text: "update sessions set status = 'expired' where status = 'complete'",
        },
        [],
      ),
  }),
  plant('a delivery succeeds whatever the status', ['I3'], {
    sender: (sender) => ({
      ...sender,
      post: async (notification) => {
        const { durationMs } = await sender.post(notification)
        return { statusCode: 204, durationMs }
      },
    }),
  }),
  plant('a delivery succeeds on a redirect', ['I3'], {
    sender: (sender) => ({
      ...sender,
      async post(notification) {
        const result = await sender.post(notification)
        return result.statusCode === 302 ? { ...result, statusCode: 200 } : result
      },
    }),
  }),
  plant('a repeated delivery has a new body', ['I3'], {
    sender: (sender) => {
      const seen = new Set<string | undefined>()
      return {
        ...sender,
        post(notification) {
          const id = notification.headers['webhook-id']
          const isRepeated = seen.has(id)
          seen.add(id)
          const body = isRepeated
            ? JSON.stringify(JSON.parse(notification.body), null, 1)
            : notification.body
          return sender.post({ ...notification, body })
        },
      }
    },
  }),
  plant('a lease has no fencing token: a worker writes its result after the lease ended', ['I3'], {
    focus: ON_SLEEPING_WORKERS,
    database: editing({
      'finish delivery attempt': (text) =>
        text.replace(
          'd.lease_token = $2',
          '(d.lease_token = $2 or d.lease_token is distinct from $2)',
        ),
    }),
  }),
  plant('a refund has no event', ['I3'], {
    database: skipping('insert event', (values) => values.includes('refund.succeeded')),
  }),
  plant('a delivery is marked before it is sent', ['I3'], {
    sender: (sender) => ({
      ...sender,
      async post(notification) {
        sender.post(notification).catch(() => undefined)
        return { statusCode: 204, durationMs: 1 }
      },
    }),
  }),
  plant('every delivery attempt has its own id', ['I3'], {
    sender: (sender) => {
      let tries = 0
      return {
        ...sender,
        post: (notification) =>
          sender.post({
            ...notification,
            headers: { ...notification.headers, 'webhook-id': `evt_${(tries += 1)}` },
          }),
      }
    },
  }),
  plant('a delivery goes to the endpoint of the delivery before', ['I3'], {
    sender: (sender) => {
      let last: string | undefined
      return {
        ...sender,
        post(notification) {
          const url = last ?? notification.url
          last = notification.url
          return sender.post({ ...notification, url })
        },
      }
    },
  }),
  plant('deliveries held for a disabled endpoint are dropped', ['I3', 'L1'], {
    database: editing({
      'resume deliveries': (text) =>
        text.replace("status in ('pending', 'disabled')", "status = 'pending'"),
    }),
  }),
  plant('a delivery is exhausted after its first failure', ['I3', 'L1'], {
    database: editing({
      'finish delivery attempt': (text) =>
        text.replace(
          "then 'disabled' else $3::text end",
          "then 'disabled' when $3::text = 'pending' then 'exhausted' else $3::text end",
        ),
    }),
  }),
]

/** Keeps events in memory during the transaction, and writes them after its commit. */
function outboxAfterCommit(
  database: Parameters<Plant['database']>[0],
): ReturnType<Plant['database']> {
  return {
    ...database,
    async transaction(work) {
      const held: [Statement, readonly unknown[]][] = []
      const result = await database.transaction((tx) => {
        held.length = 0
        return work({
          async query(statement, values) {
            if (labelOf(statement) !== 'insert event') return tx.query(statement, values)
            held.push([statement, values])
            return []
          },
        })
      })
      for (const [statement, values] of held) await database.query(statement, values)
      return result
    },
  }
}
