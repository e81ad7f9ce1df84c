import type { ProcessorMovements } from '../processor.ts'
import { paymentIdOf, refundIdOf } from './ids.ts'
import type { Pix, PixReturn } from './messages.ts'
import { eachOnce, RETURNED, takenBack, takenBackMinor } from './money-of-pix.ts'

type Movements = ProcessorMovements['movements']

interface Group {
  paymentId: string
  pix: Pix[]
}

/** The Pix of each payment. */
export function groupsOf(pix: readonly Pix[]): Group[] {
  const groups = new Map<string, Pix[]>()
  for (const one of eachOnce(pix)) {
    const paymentId = paymentIdOf(one.txid)
    if (paymentId === undefined) continue
    groups.set(paymentId, [...(groups.get(paymentId) ?? []), one])
  }
  return [...groups].map(([paymentId, pix]) => ({ paymentId, pix }))
}

/** A capture for each Pix of a payment: a charge may be paid by several Pix, which may be on different pages of the list. */
export function capturesOf({ paymentId, pix }: Group): Movements {
  return pix.map((one) => ({
    kind: 'capture',
    id: paymentId,
    part: one.endToEndId,
    amountMinor: one.valor,
    currency: 'BRL',
    at: new Date(timeOf(one)),
  }))
}

/** Refunds since a time, and the total taken back where it has grown since then. */
export function returnsOf({ paymentId, pix }: Group, since: Date): Movements {
  const refunds = refundsOf(pix).filter(({ at }) => at >= since)
  const latest = pix.flatMap((one) =>
    takenBack([one]).map((made) => returnedAt(made, one).getTime()),
  )
  const at = new Date(Math.max(...latest))
  if (latest.length === 0 || at < since) return refunds
  const amountMinor = takenBackMinor(pix)
  return [...refunds, { kind: 'reversal', id: paymentId, amountMinor, currency: 'BRL', at }]
}

/** The refunds, each with the sum of its returns, which may be from several Pix. */
function refundsOf(pix: readonly Pix[]): Movements {
  const found = new Map<string, Movements[number]>()
  for (const one of pix)
    for (const made of one.devolucoes) {
      const id = refundIdOf(made.id)
      if (id === undefined || made.status !== RETURNED) continue
      const part = returnedAt(made, one)
      const { amountMinor, at } = found.get(id) ?? { amountMinor: 0, at: part }
      found.set(id, {
        kind: 'refund',
        id,
        amountMinor: amountMinor + made.valor,
        currency: 'BRL',
        at: at < part ? part : at,
      })
    }
  return [...found.values()]
}

function returnedAt({ horario }: PixReturn, pix: Pix): Date {
  return horario?.liquidacao ?? horario?.solicitacao ?? new Date(timeOf(pix))
}

/** A Pix without a time is old: it belongs to no range. */
function timeOf({ horario }: Pix): number {
  return horario?.getTime() ?? 0
}
