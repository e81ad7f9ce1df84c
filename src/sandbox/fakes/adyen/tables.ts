import { tablesOf, type Journal } from '../shared/journal.ts'
import type { Table } from '../shared/table.ts'
import type {
  DisputeEvent,
  Job,
  KeptKey,
  LedgerEntry,
  Modification,
  Notification,
  Payment,
  Queue,
  Webhook,
} from './records.ts'

/** The state of the fake: in memory, and in the journal if there is one. */
export interface Tables {
  payments: Table<Payment, 'reference' | 'offer' | 'redirectResult'>
  modifications: Table<Modification, 'payment'>
  jobs: Table<Job, 'all'>
  keys: Table<KeptKey>
  webhooks: Table<Webhook>
  notifications: Table<Notification, 'undelivered'>
  disputeEvents: Table<DisputeEvent>
  queues: Table<Queue>
  ledger: Table<LedgerEntry, 'payment'>
  settings: Table<{ aheadMs: number }>
}

export function openTables(journal?: Journal): Tables {
  const open = tablesOf(journal)
  return {
    payments: open('payments', {
      reference: ({ merchantAccount, reference }: Payment) => `${merchantAccount} ${reference}`,
      offer: ({ offer }: Payment) => offer?.id,
      redirectResult: ({ offer }: Payment) => offer?.redirectResult,
    }),
    modifications: open('modifications', {
      payment: ({ paymentPspReference }: Modification) => paymentPspReference,
    }),
    jobs: open('jobs', { all: () => 'all' }),
    keys: open<KeptKey>('keys', {}),
    webhooks: open<Webhook>('webhooks', {}),
    notifications: open('notifications', {
      undelivered: ({ isDelivered, webhook }: Notification) =>
        isDelivered ? undefined : webhook.url,
    }),
    disputeEvents: open<DisputeEvent>('disputeEvents', {}),
    queues: open<Queue>('queues', {}),
    ledger: open('ledger', { payment: ({ pspReference }: LedgerEntry) => pspReference }),
    settings: open<{ aheadMs: number }>('settings', {}),
  }
}
