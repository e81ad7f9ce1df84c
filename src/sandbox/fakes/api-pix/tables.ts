import { tablesOf, type Journal } from '../shared/journal.ts'
import type { Table } from '../shared/table.ts'
import type { Cob, LedgerEntry, Notification, Pix, WebhookRegistration } from './records.ts'

/** The state of the bank: in memory, and in the journal if there is one. */
export interface Tables {
  cobs: Table<Cob, 'location'>
  pix: Table<Pix, 'charge' | 'isOpen'>
  webhooks: Table<WebhookRegistration>
  notifications: Table<Notification, 'state'>
  ledger: Table<LedgerEntry>
  settings: Table<{ aheadMs: number }>
}

export function openTables(journal?: Journal): Tables {
  const open = tablesOf(journal)
  return {
    cobs: open('cobs', { location: ({ location }: Cob) => location }),
    pix: open('pix', { charge: chargeOf, isOpen: (pix: Pix) => String(isOpen(pix)) }),
    webhooks: open<WebhookRegistration>('webhooks', {}),
    notifications: open('notifications', { state: ({ state }: Notification) => state }),
    ledger: open<LedgerEntry>('ledger', {}),
    settings: open<{ aheadMs: number }>('settings', {}),
  }
}

function chargeOf({ customerId, txid }: Pix): string | undefined {
  return txid === undefined ? undefined : `${customerId} ${txid}`
}

/** Whether a refund of the Pix, or a MED, is still due. */
function isOpen({ devolucoes, med }: Pix): boolean {
  return med !== undefined || devolucoes.some(({ due }) => due !== undefined)
}
