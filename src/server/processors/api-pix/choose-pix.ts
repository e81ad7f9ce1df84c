import {
  type KnownPayment,
  type NewRefund,
  type ProcessorRefund,
  ProcessorRefused,
} from '../processor.ts'
import { getCharge, readCharge } from './adapter.ts'
import type { BankSession } from './bank.ts'
import { refundIdOf, returnIdOf } from './ids.ts'
import type { Pix, PixReturn } from './messages.ts'
import { eachOnce, NOT_RETURNED, returnableMinor, RETURNED } from './money-of-pix.ts'
import { planParts, type RefundPart } from './refund-parts.ts'

/** The one Pix by which a charge was paid, if it is known to be the only one. */
export function onlyPixOf({ references, state }: KnownPayment): string | undefined {
  return state['pixCount'] === 1 ? references.endToEndId : undefined
}

/**
 * Chooses the Pix to refund from: the first one of the charge from which the whole amount can still be returned, or for a
 * surplus the last one. Returns the refund instead if it was made before, and the parts of several Pix where no single one
 * has enough left. A Pix is passed over only when its bank would refuse the return, so that a repeated call never returns
 * from two.
 */
export async function chooseFrom(
  session: BankSession,
  payment: KnownPayment,
  {
    refundId,
    amountMinor,
    isSurplus = false,
  }: Pick<NewRefund, 'refundId' | 'amountMinor' | 'isSurplus'>,
): Promise<string | RefundPart[] | ProcessorRefund> {
  const found = await pixOf(session, payment)
  if (!('pix' in found)) {
    const { endToEndId } = payment.references
    if (found.status === 404 && endToEndId !== undefined) return endToEndId
    throw found.refusal
  }
  const made = returnAmong(found.pix, refundId)
  if (made !== undefined) return made
  const inTurn = turnsOf(found.pix, isSurplus)
  const parts = planParts(inTurn, { refundId, amountMinor })
  // A surplus takes from the first Pix only what the others lack.
  const alone = isSurplus && inTurn.length > 1 ? inTurn.slice(0, -1) : inTurn
  const chosen = alone.find((one) => returnableMinor(one) >= amountMinor)
  const isBegun = found.pix.some(({ devolucoes }) =>
    devolucoes.some(({ id }) => refundIdOf(id) === refundId),
  )
  if (chosen !== undefined && !isBegun) return chosen.endToEndId
  if (parts === undefined)
    throw new ProcessorRefused('the Pix of this charge have less left than the return')
  return parts
}

/** The order in which refunds take Pix. The first Pix paid for the goods, so the refund of a surplus takes it last. */
export function turnsOf(pix: readonly Pix[], isSurplus: boolean): Pix[] {
  const oldestFirst = pix.toSorted((a, b) => timeOf(a) - timeOf(b) || order(a, b))
  return isSurplus
    ? [...oldestFirst.slice(1).toReversed(), ...oldestFirst.slice(0, 1)]
    : oldestFirst
}

/** The Pix of a payment. */
export async function pixOf(session: BankSession, { paymentId }: KnownPayment) {
  const answer = await getCharge(session, paymentId)
  return answer.ok ? { pix: eachOnce(readCharge(answer.body, paymentId).pix) } : answer
}

export function returnAmong(pix: readonly Pix[], refundId: string): ProcessorRefund | undefined {
  const id = returnIdOf(refundId)
  for (const { endToEndId, devolucoes } of pix) {
    const made = devolucoes.find((one) => one.id === id)
    if (made !== undefined) return refundOf(made, endToEndId)
  }
  return undefined
}

/** A return as the port's refund. An unknown status, of a later release, counts as pending. */
export function refundOf({ status, rtrId }: PixReturn, endToEndId: string): ProcessorRefund {
  const ended = { [RETURNED]: 'succeeded', [NOT_RETURNED]: 'failed' } as const
  return {
    status: status === RETURNED || status === NOT_RETURNED ? ended[status] : 'pending',
    ...(rtrId !== undefined && { references: { returnId: rtrId } }),
    state: { endToEndId },
  }
}

function timeOf({ horario }: Pix): number {
  return horario?.getTime() ?? Infinity
}

function order(a: Pix, b: Pix): number {
  return a.endToEndId < b.endToEndId ? -1 : 1
}
