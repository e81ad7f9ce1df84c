import { book, remainingMinor, replaceDevolucao } from './book-devolucao.ts'
import { networkId } from './ids.ts'
import type { Devolucao } from './records.ts'
import type { Bank } from './deps.ts'

/** Takes the amount back for the network (MED), but no more than is left; returns the refund, undefined if nothing was left. */
export function takeBack(
  bank: Bank,
  e2eid: string,
  {
    amountMinor = Infinity,
    natureza = 'MED_FRAUDE',
  }: { amountMinor?: number; natureza?: 'MED_FRAUDE' | 'MED_OPERACIONAL' } = {},
): Devolucao | undefined {
  const pix = bank.tables.pix.get(e2eid)
  if (pix === undefined) throw new RangeError(`there is no Pix ${e2eid}`)
  const takenMinor = Math.min(amountMinor, remainingMinor(pix))
  const { med: _planned, ...unplanned } = pix
  if (takenMinor <= 0) {
    bank.tables.pix.put(e2eid, unplanned)
    return undefined
  }
  const now = bank.clock()
  const rtrId = networkId('D', now, bank.random)
  const at = now.toISOString()
  const taken: Devolucao = {
    id: `MED${rtrId.slice(-11)}`,
    rtrId,
    amountMinor: takenMinor,
    natureza,
    solicitacao: at,
    liquidacao: at,
    status: 'DEVOLVIDO',
  }
  replaceDevolucao(bank, unplanned, taken)
  book(bank, pix, { kind: 'reversed', id: taken.id, at, amountMinor: takenMinor })
  return taken
}
