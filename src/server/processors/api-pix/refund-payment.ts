import type { ProcessorState } from '#domain/settle.ts'
import {
  type KnownPayment,
  type KnownRefund,
  type NewRefund,
  type ProcessorRefund,
  ProcessorRefused,
} from '../processor.ts'
import type { Adapter } from './adapter.ts'
import { writeAmount } from './amount.ts'
import { chooseFrom, onlyPixOf, pixOf, refundOf, returnAmong } from './choose-pix.ts'
import { returnIdOf } from './ids.ts'
import { inquireParts, requestParts } from './refund-in-parts.ts'
import { keepParts, keptPartsOf } from './refund-parts.ts'
import { getReturn, putReturn } from './returns.ts'

/** Returns a Pix, or a part of it. Repeating it returns nothing more. */
export async function createRefund(
  adapter: Adapter,
  { refundId, amountMinor, currency, isSurplus = false, state = {} }: NewRefund,
  payment: KnownPayment,
): Promise<ProcessorRefund> {
  const valor = writeAmount(amountMinor)
  if (currency !== 'BRL' || valor === undefined)
    throw new ProcessorRefused('the return of a Pix is in BRL, and of 0.01 or more')
  const session = adapter.bank.start()
  const parts = keptPartsOf(state)
  if (parts !== undefined)
    return requestParts(session, { refundId, amountMinor, isSurplus, parts }, payment)
  const known = keptPixOf(state) ?? (isSurplus ? undefined : onlyPixOf(payment))
  const wanted = { refundId, amountMinor, isSurplus }
  const target = known ?? (await chooseFrom(session, payment, wanted))
  // The parts are kept before the first is requested, so that every further call requests the same ones.
  if (Array.isArray(target)) return { status: 'pending', state: keepParts(target) }
  if (typeof target !== 'string') return target
  const made = await putReturn(session, { e2eid: target, id: returnIdOf(refundId) }, valor)
  return refundOf(made, target)
}

/** The state of a return that was asked for before. */
export async function inquireRefund(
  { bank }: Adapter,
  refundId: string,
  { payment, state }: KnownRefund,
): Promise<ProcessorRefund | { status: 'not_found' }> {
  const session = bank.start()
  const parts = keptPartsOf(state)
  if (parts !== undefined) return inquireParts(session, refundId, parts)
  const e2eid = keptPixOf(state) ?? onlyPixOf(payment)
  if (e2eid === undefined) {
    const found = await pixOf(session, payment)
    if (!('pix' in found) && found.status !== 404) throw found.refusal
    return (
      ('pix' in found ? returnAmong(found.pix, refundId) : undefined) ?? { status: 'not_found' }
    )
  }
  const values = { e2eid, id: returnIdOf(refundId) }
  const made = await getReturn(session, values)
  return made === undefined ? { status: 'not_found' } : refundOf(made, e2eid)
}

/** The Pix from which a refund was requested before. */
function keptPixOf({ endToEndId }: ProcessorState): string | undefined {
  return typeof endToEndId === 'string' ? endToEndId : undefined
}
