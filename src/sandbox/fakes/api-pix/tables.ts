import type { Cob, LedgerEntry, Notification, Pix, WebhookRegistration } from './records.ts'
import { createTable, type Indexes, type Table } from './table.ts'

/** An append-only file of lines. `lines` are those that it had when it was opened. */
export interface Journal {
  lines: readonly string[]
  append: (line: string) => void
}

/** The state of the bank: in memory, and in the journal if there is one. */
export interface Tables {
  cobs: Table<Cob, 'location'>
  pix: Table<Pix, 'charge' | 'isOpen'>
  webhooks: Table<WebhookRegistration>
  notifications: Table<Notification, 'state'>
  ledger: Table<LedgerEntry>
  settings: Table<{ aheadMs: number }>
}

interface Line {
  table: string
  key: string
  /** Absent: the row was deleted. */
  row?: unknown
}

/** Replays the journal, and appends each change to it. A line that a crash cut off is ignored. */
export function openTables(journal?: Journal): Tables {
  const lines = (journal?.lines ?? []).flatMap((text) => parse(text) ?? [])

  function open<Row, Index extends string = never>(
    name: keyof Tables,
    indexes: Indexes<Row, Index>,
  ): Table<Row, Index> {
    const table = createTable(indexes, (key, row: Row | undefined) =>
      journal?.append(JSON.stringify({ table: name, key, row })),
    )
    for (const line of lines)
      if (line.table === name) table.load(line.key, line.row as Row | undefined)
    return table
  }

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

function parse(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line
  } catch {
    return undefined
  }
}
