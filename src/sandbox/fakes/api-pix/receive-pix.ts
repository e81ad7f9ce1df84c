import { parseBrCode } from '#domain/methods/pix/br-code.ts'
import { cobKey, termsOf } from './cobs.ts'
import { networkId } from './ids.ts'
import { notifyOf } from './notifications.ts'
import type { Cob, Pix } from './records.ts'
import { after, type Bank } from './deps.ts'

/** Why a payer's bank does not pay a code. */
export type PaymentRefusal =
  | 'not_a_code'
  | 'not_found'
  | 'expired'
  | 'removed'
  | 'already_paid'
  | 'amount_is_fixed'
  | 'amount_is_missing'

export type PaymentResult =
  | { status: 'paid'; endToEndIds: string[] }
  | { status: 'refused'; reason: PaymentRefusal }

export interface PaymentOrder {
  /** The amount that the payer chooses, if the charge allows it. */
  amountMinor?: number
  /** The payer's bank read the charge before it expired, was removed or was paid, so the payment is not refused for that. */
  isTooLate?: boolean
  infoPagador?: string
}

const UNSEEN_MS = 30_000
const MED_MS = 5 * 3_600_000

/** The charge of a code, or why there is none. */
export function chargeOf(bank: Bank, code: string): Cob | 'not_a_code' | 'not_found' {
  const parsed = parseBrCode(code.trim())
  if (parsed === undefined || !('url' in parsed)) return 'not_a_code'
  const [found] = bank.tables.cobs.where('location', parsed.url)
  return found?.[1] ?? 'not_found'
}

/** Why the payer's bank refuses a charge at the moment; undefined if the charge can be paid. */
export function refusalOf(bank: Bank, cob: Cob): PaymentRefusal | undefined {
  if (cob.status === 'CONCLUIDA') return 'already_paid'
  if (cob.status !== 'ATIVA') return 'removed'
  const end = after(cob.criacao, termsOf(cob).expiracao * 1000)
  return end <= bank.clock().toISOString() ? 'expired' : undefined
}

/** A payer pays a code. */
export function payCode(bank: Bank, code: string, order: PaymentOrder = {}): PaymentResult {
  const cob = chargeOf(bank, code)
  if (typeof cob === 'string') return { status: 'refused', reason: cob }
  const refusal = order.isTooLate === true ? undefined : refusalOf(bank, cob)
  if (refusal !== undefined) return { status: 'refused', reason: refusal }
  const { originalMinor, isAlterable, chave } = termsOf(cob)
  const amountMinor = order.amountMinor ?? originalMinor
  if (amountMinor !== originalMinor && !isAlterable)
    return { status: 'refused', reason: 'amount_is_fixed' }
  if (amountMinor <= 0) return { status: 'refused', reason: 'amount_is_missing' }

  const day = bank.badDays.draw('payment')
  const { customerId, txid } = cob
  const paid = { customerId, txid, chave, amountMinor, infoPagador: order.infoPagador }
  const med = { 'MED in full': amountMinor, 'MED in part': Math.ceil(amountMinor / 2) }
  const takenBack = day === 'MED in full' || day === 'MED in part' ? med[day] : undefined
  const endToEndIds = (day === 'twice' ? [paid, paid] : [paid]).map((received) =>
    receivePix(bank, {
      ...received,
      ...(day === 'unseen' && { unseenMs: UNSEEN_MS }),
      ...(takenBack !== undefined && { med: { inMs: MED_MS, amountMinor: takenBack } }),
    }),
  )
  if (cob.status === 'ATIVA')
    bank.tables.cobs.put(cobKey({ id: customerId }, txid), { ...cob, status: 'CONCLUIDA' })
  return { status: 'paid', endToEndIds }
}

export interface Received {
  customerId: string
  chave: string
  amountMinor: number
  /** Absent if the Pix was paid to a key. No webhook is sent about such a Pix. */
  txid?: string | undefined
  infoPagador?: string | undefined
  unseenMs?: number
  med?: { inMs: number; amountMinor: number }
}

/** Books money that arrives; answers with its endToEndId. */
export function receivePix(bank: Bank, received: Received): string {
  const { customerId, chave, amountMinor, txid, infoPagador, unseenMs, med } = received
  const now = bank.clock()
  const endToEndId = networkId('E', now, bank.random)
  const horario = now.toISOString()
  const pix: Pix = {
    customerId,
    endToEndId,
    chave,
    amountMinor,
    horario,
    devolucoes: [],
    ...(unseenMs !== undefined && { visibleAt: after(now, unseenMs) }),
    ...(txid !== undefined && { txid }),
    ...(infoPagador !== undefined && { infoPagador }),
    ...(med && { med: { at: after(now, med.inMs), amountMinor: med.amountMinor } }),
  }
  bank.tables.pix.put(endToEndId, pix)
  const of = { customerId, endToEndId, ...(txid !== undefined && { txid }) }
  bank.tables.ledger.put(endToEndId, { at: horario, kind: 'received', amountMinor, ...of })
  notifyOf(bank, pix)
  return endToEndId
}
