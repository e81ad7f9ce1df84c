import { z } from 'zod'
import type { ProcessorState } from '#domain/settle.ts'
import { partIdOf, refundIdOf } from './ids.ts'
import type { Pix } from './messages.ts'
import { NOT_RETURNED, returnableMinor } from './money-of-pix.ts'
import { parseJson } from '../parse-json.ts'

/** One return of a refund that several Pix pay: its Pix, its id, and its amount in centavos. */
export interface RefundPart {
  endToEndId: string
  id: string
  amountMinor: number
}

const Kept = z.array(z.tuple([z.string(), z.string(), z.int().positive()]))

/**
 * Plans the parts of a refund: takes from each Pix as much as is left of it, in this order. Undefined when all of them together
 * have less than the refund. Returns of the refund that were made before become parts unchanged.
 */
export function planParts(
  inTurn: readonly Pix[],
  { refundId, amountMinor }: { refundId: string; amountMinor: number },
): RefundPart[] | undefined {
  const parts = inTurn.flatMap((pix) => partsOf(pix, refundId))
  let left = amountMinor - sum(parts)
  let number = returnsOf(inTurn, refundId)
  for (const pix of inTurn) {
    const part = Math.min(left, returnableMinor(pix))
    if (part <= 0) continue
    number += 1
    parts.push({
      endToEndId: pix.endToEndId,
      id: partIdOf(refundId, number),
      amountMinor: part,
    })
    left -= part
  }
  return left === 0 ? parts : undefined
}

/** Whether the returns of a refund at the bank are all among its parts. */
export function isPlanned(
  parts: readonly RefundPart[],
  pix: readonly Pix[],
  refundId: string,
): boolean {
  return pix
    .flatMap((one) => partsOf(one, refundId))
    .every((made) => parts.some((part) => isSame(part, made)))
}

/** The same parts, with new ids for those that failed: the bank has decided about the old ids. */
export function renewParts(
  parts: readonly RefundPart[],
  isFailed: (part: RefundPart) => boolean,
  refundId: string,
): RefundPart[] {
  let number = Math.max(...parts.map(({ id }) => numberOf(id)))
  return parts.map((part) =>
    isFailed(part) ? { ...part, id: partIdOf(refundId, ++number) } : part,
  )
}

/** What is kept of the parts, before the first is requested. */
export function keepParts(parts: readonly RefundPart[]): ProcessorState {
  const rows = parts.map(({ endToEndId, id, amountMinor }) => [endToEndId, id, amountMinor])
  return { parts: JSON.stringify(rows) }
}

export function keptPartsOf({ parts }: ProcessorState): RefundPart[] | undefined {
  if (typeof parts !== 'string') return undefined
  const rows = Kept.safeParse(parseJson(parts)).data
  return rows?.map(([endToEndId, id, amountMinor]) => ({ endToEndId, id, amountMinor }))
}

/** The returns of a refund that were made from a Pix, or are pending. */
function partsOf({ endToEndId, devolucoes }: Pix, refundId: string): RefundPart[] {
  return devolucoes
    .filter(({ id, status }) => refundIdOf(id) === refundId && status !== NOT_RETURNED)
    .map(({ id, valor: amountMinor }) => ({ endToEndId, id, amountMinor }))
}

/** The highest number in the ids of a refund's returns, failed ones included; 0 without one. */
function returnsOf(pix: readonly Pix[], refundId: string): number {
  const ids = pix.flatMap(({ devolucoes }) => devolucoes.map(({ id }) => id))
  return Math.max(0, ...ids.filter((id) => refundIdOf(id) === refundId).map(numberOf))
}

function numberOf(id: string): number {
  return Number(/p(\d+)$/.exec(id)?.[1] ?? 0)
}

function isSame(part: RefundPart, other: RefundPart): boolean {
  return (
    part.endToEndId === other.endToEndId &&
    part.id === other.id &&
    part.amountMinor === other.amountMinor
  )
}

function sum(parts: readonly RefundPart[]): number {
  return parts.reduce((total, { amountMinor }) => total + amountMinor, 0)
}
