import type { Control } from '#sandbox/fakes/api-pix/control.ts'
import { termsOf } from '#sandbox/fakes/api-pix/cobs.ts'
import type { Devolucao, LedgerEntry, Pix } from '#sandbox/fakes/api-pix/records.ts'
import type { LedgerRow, ProcessorRefundRow } from '../../oracle/books.ts'

const CHARGE = /^HCPAY(\w{22})$/
/** The id of a return. A refund of several Pix has one return for each Pix, with the suffix `p1`, `p2` … */
const RETURN = /^re(\w{22})(?:p\d+)?$/
const CURRENCY = 'BRL'
const STATUS = { EM_PROCESSAMENTO: 'pending', DEVOLVIDO: 'succeeded', NAO_REALIZADO: 'failed' }

/** The bank's own records of the checkout's charges and refunds, in the form that the oracle takes. */
export function bankBooks(
  control: Control,
  customerId: string,
): { ledger: LedgerRow[]; refunds: ProcessorRefundRow[] } {
  const own = control.ledger().filter((entry) => entry.customerId === customerId)
  const pix = control.pix().filter((one) => one.customerId === customerId)
  return {
    ledger: [...capturesOf(control, own), ...own.flatMap(returnOf)].map((row, index) => ({
      ...row,
      sequence: index + 1,
    })),
    refunds: pix.flatMap(refundsOf),
  }
}

export function txidOf(paymentId: string): string {
  return `HCPAY${paymentId.slice('pay_'.length)}`
}

type Row = Omit<LedgerRow, 'sequence'>

/** One capture for each charge, with the sum of all that was received for it. */
function capturesOf(control: Control, entries: readonly LedgerEntry[]): Row[] {
  const received = entries.filter(({ kind }) => kind === 'received')
  return [...Map.groupBy(received, ({ txid }) => txid)].flatMap(([txid = '', own]) => {
    const paymentId = paymentIdOf(txid)
    const cob = own[0] && control.cob(own[0].customerId, txid)
    if (paymentId === undefined || cob === undefined) return []
    const amountMinor = own.reduce((sum, entry) => sum + entry.amountMinor, 0)
    const asked = { amountMinor: termsOf(cob).originalMinor, currency: CURRENCY }
    const isOther = amountMinor !== asked.amountMinor
    const row = { paymentId, refundId: null, kind: 'capture', amountMinor, currency: CURRENCY }
    return [{ ...row, ...(isOther && { asked }) }]
  })
}

function returnOf({ kind, txid, id = '', amountMinor }: LedgerEntry): Row[] {
  const paymentId = paymentIdOf(txid)
  if (kind === 'received' || paymentId === undefined) return []
  const moved = { paymentId, amountMinor, currency: CURRENCY }
  return kind === 'reversed'
    ? [{ ...moved, kind: 'reversal', refundId: null }]
    : [{ ...moved, kind: 'refund', refundId: refundIdOf(id) ?? id }]
}

function refundsOf({ txid, amountMinor, devolucoes }: Pix): ProcessorRefundRow[] {
  const paymentId = paymentIdOf(txid)
  if (paymentId === undefined) return []
  return devolucoes.flatMap((devolucao, index) => {
    const id = refundIdOf(devolucao.id)
    if (id === undefined) return []
    const leftMinor = amountMinor - heldBy(devolucoes.slice(0, index))
    const status = STATUS[devolucao.status]
    return [{ id, paymentId, amountMinor: devolucao.amountMinor, status, leftMinor }]
  })
}

function heldBy(devolucoes: readonly Devolucao[]): number {
  return devolucoes
    .filter(({ status }) => status !== 'NAO_REALIZADO')
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
}

function paymentIdOf(txid: string | undefined): string | undefined {
  const body = CHARGE.exec(txid ?? '')?.[1]
  return body === undefined ? undefined : `pay_${body}`
}

function refundIdOf(id: string): string | undefined {
  const body = RETURN.exec(id)?.[1]
  return body === undefined ? undefined : `re_${body}`
}
