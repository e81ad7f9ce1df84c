import { notifyOf } from './notifications.ts'
import type { Devolucao, Pix } from './records.ts'
import type { Bank } from './surroundings.ts'

/** What of a Pix was not given back, and is not about to be. */
export function remainingMinor({ amountMinor, devolucoes }: Pix): number {
  const returned = devolucoes
    .filter(({ status }) => status !== 'NAO_REALIZADO')
    .reduce((sum, devolucao) => sum + devolucao.amountMinor, 0)
  return amountMinor - returned
}

/** Writes a refund as it is now into its Pix, and has the webhook tell of it. */
export function replaceDevolucao(bank: Bank, pix: Pix, devolucao: Devolucao): void {
  const isNew = pix.devolucoes.every(({ id }) => id !== devolucao.id)
  const devolucoes = isNew
    ? [...pix.devolucoes, devolucao]
    : pix.devolucoes.map((other) => (other.id === devolucao.id ? devolucao : other))
  const changed = { ...pix, devolucoes }
  bank.tables.pix.put(pix.endToEndId, changed)
  notifyOf(bank, changed)
}

/** Enters money that went out. */
export function book(
  bank: Bank,
  { customerId, endToEndId, txid }: Pix,
  entry: { kind: 'refunded' | 'reversed'; id: string; at: string; amountMinor: number },
): void {
  const of = { customerId, endToEndId, ...(txid !== undefined && { txid }) }
  bank.tables.ledger.put(`${endToEndId} ${entry.id}`, { ...entry, ...of })
}
