import {
  isProcessorRefused,
  type KnownPayment,
  type ProcessorRefund,
  ProcessorSilent,
} from '../processor.ts'
import { writeAmount } from './amount.ts'
import type { BankSession } from './bank.ts'
import { pixOf, turnsOf } from './choose-pix.ts'
import type { PixReturn } from './messages.ts'
import { NOT_RETURNED, RETURNED } from './money-of-pix.ts'
import { isPlanned, keepParts, planParts, renewParts, type RefundPart } from './refund-parts.ts'
import { getReturn, putReturn } from './returns.ts'

interface PlannedRefund {
  refundId: string
  amountMinor: number
  isSurplus: boolean
  /** The parts as they were kept in the refund's state. */
  parts: readonly RefundPart[]
}

/** A part, and its return; undefined: the bank does not know it. */
type Made = [part: RefundPart, made: PixReturn | undefined]

/**
 * Requests the parts of a refund, one after the other. While no money has gone back, a part that the bank refuses or does not
 * make ends the refund. Once money has gone back, the refund stays pending, and what is missing is requested again.
 */
export async function requestParts(
  session: BankSession,
  { parts, ...refund }: PlannedRefund,
  payment: KnownPayment,
): Promise<ProcessorRefund> {
  const { refundId, isSurplus } = refund
  const charge = await pixOf(session, payment)
  const pix = 'pix' in charge ? charge.pix : []
  const again = planParts(turnsOf(pix, isSurplus), refund) ?? parts
  if (!isPlanned(parts, pix, refundId)) return { status: 'pending', state: keepParts(again) }
  const before = await findParts(session, parts)
  const isBegun = hasGone(before)
  const all: Made[] = []
  for (const [part, known] of before) {
    const isHalf = isBegun || hasGone(all)
    const made = known ?? (await putPart(session, part, isHalf))
    // The rest is planned anew, such as from another Pix when the network took this one back meanwhile.
    if (made === undefined) return { status: 'pending', state: keepParts(again) }
    if (made.status === NOT_RETURNED && !isHalf) return { status: 'failed' }
    if (!isOf(part, made)) return { status: 'pending', state: keepParts(again) }
    all.push([part, made])
  }
  return refundOfParts(refundId, all)
}

/** The state of a refund in parts; `not_found` where one was not requested yet. */
export async function inquireParts(
  session: BankSession,
  refundId: string,
  parts: readonly RefundPart[],
): Promise<ProcessorRefund | { status: 'not_found' }> {
  const all = await findParts(session, parts)
  const isWhole = all.every(([part, made]) => made !== undefined && isOf(part, made))
  return isWhole ? refundOfParts(refundId, all) : { status: 'not_found' }
}

function isOf({ amountMinor }: RefundPart, { valor }: PixReturn): boolean {
  return valor === amountMinor
}

async function findParts(session: BankSession, parts: readonly RefundPart[]): Promise<Made[]> {
  const found: Made[] = []
  for (const part of parts) found.push([part, await findPart(session, part)])
  return found
}

/** Looks up a part's return. Throws `ProcessorSilent` when the bank refuses, since money may have gone back. */
async function findPart(
  session: BankSession,
  { endToEndId: e2eid, id }: RefundPart,
): Promise<PixReturn | undefined> {
  try {
    return await getReturn(session, { e2eid, id })
  } catch (error) {
    throw isProcessorRefused(error)
      ? new ProcessorSilent(error.message, { hasAnswered: true })
      : error
  }
}

/** Requests a part's return; undefined when the bank refuses it and other money of the refund has gone back already. */
async function putPart(
  session: BankSession,
  { endToEndId: e2eid, id, amountMinor }: RefundPart,
  isBegun: boolean,
): Promise<PixReturn | undefined> {
  try {
    return await putReturn(session, { e2eid, id }, writeAmount(amountMinor) ?? '')
  } catch (error) {
    if (isBegun && isProcessorRefused(error)) return undefined
    throw error
  }
}

function hasGone(all: readonly Made[]): boolean {
  return all.some(([, made]) => made !== undefined && made.status !== NOT_RETURNED)
}

/** The refund that these parts make up: succeeded when all have succeeded, failed when all have failed, else pending. */
function refundOfParts(refundId: string, all: readonly Made[]): ProcessorRefund {
  const parts = all.map(([part]) => part)
  const isFailed = (made: PixReturn | undefined) => made?.status === NOT_RETURNED
  const returnId = all[0]?.[1]?.rtrId
  const references = returnId === undefined ? {} : { references: { returnId } }
  const state = keepParts(parts)
  if (all.every(([, made]) => made?.status === RETURNED))
    return { status: 'succeeded', ...references, state }
  if (all.every(([, made]) => isFailed(made))) return { status: 'failed', ...references, state }
  const isEnded = all.every(([, made]) => made?.status === RETURNED || isFailed(made))
  if (!isEnded) return { status: 'pending', ...references, state }
  const failed = new Set(all.filter(([, made]) => isFailed(made)).map(([part]) => part))
  const again = renewParts(parts, (part) => failed.has(part), refundId)
  return { status: 'pending', ...references, state: keepParts(again) }
}
