import { amountText } from './amount.ts'
import { cobKey } from './cobs.ts'
import type { Cob, Devolucao, Pix } from './records.ts'
import type { Bank } from './deps.ts'

/** A received Pix (`Pix`), in look-ups and in the bodies of webhooks. */
export function pixJson(pix: Pix) {
  const { endToEndId, txid, chave, amountMinor, horario, infoPagador, devolucoes } = pix
  const valor = amountText(amountMinor)
  return {
    endToEndId,
    ...(txid !== undefined && { txid }),
    valor,
    componentesValor: { original: { valor } },
    chave,
    horario,
    ...(infoPagador !== undefined && { infoPagador }),
    ...(devolucoes.length > 0 && { devolucoes: devolucoes.map(devolucaoJson) }),
  }
}

/** A refund (`Devolucao`). */
export function devolucaoJson(devolucao: Devolucao) {
  const { id, rtrId, amountMinor, natureza, descricao, status, motivo } = devolucao
  const { solicitacao, liquidacao } = devolucao
  return {
    id,
    rtrId,
    valor: amountText(amountMinor),
    natureza,
    ...(descricao !== undefined && { descricao }),
    horario: { solicitacao, ...(liquidacao !== undefined && { liquidacao }) },
    status,
    ...(motivo !== undefined && { motivo }),
  }
}

/** The Pix of a customer that look-ups and lists already show. */
export function visiblePix(bank: Bank, { id }: { id: string }): Pix[] {
  return bank.tables.pix.all().filter((pix) => pix.customerId === id && isVisible(bank, pix))
}

/** The Pix of one charge that look-ups already show. */
export function visiblePixOf(bank: Bank, { customerId, txid }: Cob): Pix[] {
  const own = bank.tables.pix.where('charge', cobKey({ id: customerId }, txid))
  return own.flatMap(([, pix]) => (isVisible(bank, pix) ? [pix] : []))
}

/** A customer's Pix by its endToEndId; undefined if look-ups do not show it. */
export function visiblePixWith(
  bank: Bank,
  { id }: { id: string },
  endToEndId: string,
): Pix | undefined {
  const pix = bank.tables.pix.get(endToEndId)
  return pix?.customerId === id && isVisible(bank, pix) ? pix : undefined
}

function isVisible({ clock }: Bank, { visibleAt }: Pix): boolean {
  return visibleAt === undefined || visibleAt <= clock().toISOString()
}
