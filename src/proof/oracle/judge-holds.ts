import type { Books, CaptureCallRow, LedgerRow } from './books.ts'
import { readBodies } from './event-body.ts'
import { findings, sum, type Violation } from './violation.ts'

/** Processors keep idempotency keys for seven days at least. */
const RESEND_MS = 6 * 86_400_000
const NOT_CHARGED = ['payment.failed', 'payment.voided']

/** I1, I13, I14: a hold is captured once, within it and after the commit that says so, or it is released. */
export function judgeHolds(books: Books): Violation[] {
  const byPayment = Map.groupBy(books.processor.ledger, ({ paymentId }) => paymentId)
  return [
    ...judgeCapturedSums(byPayment),
    ...judgeCommits(books, byPayment),
    ...judgeReleases(books, byPayment),
  ]
}

type ByPayment = ReadonlyMap<string, LedgerRow[]>

function of(entries: readonly LedgerRow[], kind: string): LedgerRow[] {
  return entries.filter((entry) => entry.kind === kind)
}

/** I1: what was held is captured at most once, and never beyond it. */
function judgeCapturedSums(byPayment: ByPayment): Violation[] {
  const { found, report } = findings('I1')
  for (const entries of byPayment.values()) {
    const held = of(entries, 'authorization')
    const captures = of(entries, 'capture')
    if (held.length === 0) continue
    if (captures.length > 1) report('a hold was captured more than once', ...captures)
    if (sum(captures) > sum(held)) report('more was captured than held', ...held, ...captures)
  }
  return found
}

/** I13: a committed row asked for each capture, and none follows a void. */
function judgeCommits({ processor }: Books, byPayment: ByPayment): Violation[] {
  const { found, report } = findings('I13')
  const calls = processor.captureCalls ?? []
  for (const call of calls) for (const what of uncommitted(call)) report(what, call)
  for (const own of Map.groupBy(calls, ({ paymentId }) => paymentId).values()) {
    const times = own.map(({ atMs }) => atMs)
    if (Math.max(...times) - Math.min(...times) > RESEND_MS)
      report('a capture was sent again after a week, when its key may be forgotten', ...own)
  }
  for (const entries of byPayment.values()) {
    const released = of(entries, 'void')
    for (const capture of of(entries, 'capture'))
      if (
        released.some(({ hold, sequence }) => hold === capture.hold && sequence < capture.sequence)
      )
        report('a hold was captured after it was released', capture, ...released)
  }
  return found
}

function uncommitted({ committed, amountMinor }: CaptureCallRow): string[] {
  if (committed === null) return ['a capture was requested for a payment without a row']
  const { status, intent, captureMinor } = committed
  if (intent === 'void' || status === 'voided')
    return ['a capture was requested after a void was committed']
  // Another process may have ended the intent meanwhile.
  if (intent !== 'capture' && status !== 'succeeded')
    return ['a capture was requested that no committed row asks for']
  if (captureMinor === amountMinor) return []
  return [`a capture of ${amountMinor} was requested where ${captureMinor} is committed`]
}

/** I14: each hold has an end at the processor, and what was called not charged was not captured. */
function judgeReleases({ events, paidLate }: Books, byPayment: ByPayment): Violation[] {
  const { found, report } = findings('I14')
  const notCharged = new Set(
    readBodies(events)
      .filter(({ type }) => NOT_CHARGED.includes(type))
      .map(({ parsed }) => parsed.data.payment?.id),
  )
  for (const [paymentId, entries] of byPayment) {
    const held = of(entries, 'authorization')
    if (held.length === 0) continue
    const captures = of(entries, 'capture')
    const ended = new Set([...captures, ...of(entries, 'void')].map(({ hold }) => hold))
    for (const one of held)
      if (!ended.has(one.hold)) report('a hold was neither captured nor released', one)
    const isAsAsked = captures.every(({ asked }) => asked === undefined)
    if (captures.length > 0 && isAsAsked && notCharged.has(paymentId))
      if (!paidLate.includes(paymentId))
        report('a hold was captured whose shopper was told of no charge', ...captures)
  }
  return found
}
