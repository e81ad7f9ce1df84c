import { notifyOf } from './notifications.ts'
import type { Devolucao, Pix } from './records.ts'
import type { Bank } from './deps.ts'

/** The rest of a Pix in centavos: its amount without refunds that succeeded or are in process. */
export function remainingMinor({ amountMinor, devolucoes }: Pix): number {
  const returned = devolucoes
    .filter(({ status }) => status !== 'NAO_REALIZADO')
    .reduce((sum, devolucao) => sum + devolucao.amountMinor, 0)
  return amountMinor - returned
}

/** Stores the current state of a refund in its Pix, and queues a webhook about it. */
export function replaceDevolucao(bank: Bank, pix: Pix, devolucao: Devolucao): void {
  const isNew = pix.devolucoes.every(({ id }) => id !== devolucao.id)
  const devolucoes = isNew
    ? [...pix.devolucoes, devolucao]
    : pix.devolucoes.map((other) => (other.id === devolucao.id ? devolucao : other))
  const changed = { ...pix, devolucoes }
  bank.tables.pix.put(pix.endToEndId, changed)
  notifyOf(bank, changed)
}

/** Enters outgoing money into the ledger. */
export function book(
  bank: Bank,
  { customerId, endToEndId, txid }: Pix,
  entry: { kind: 'refunded' | 'reversed'; id: string; at: string; amountMinor: number },
): void {
  const of = { customerId, endToEndId, ...(txid !== undefined && { txid }) }
  bank.tables.ledger.put(`${endToEndId} ${entry.id}`, { ...entry, ...of })
}
