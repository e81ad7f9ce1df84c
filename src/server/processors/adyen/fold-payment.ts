import type { ReversalKind } from '#contract/reversal-kinds.ts'
import type { KnownPayment, ProcessorInquiry } from '../processor.ts'
import { provenOnce, sumOf, type Fact } from './facts.ts'
import { RETURNS } from './fold-refund.ts'

/** The result of a payment whose release Adyen has acknowledged. */
export const RELEASED = 'Released'

const RELEASES: ReadonlySet<string> = new Set([
  'CANCELLATION',
  'TECHNICAL_CANCEL',
  'CANCEL_OR_REFUND',
])

/** Money that was captured. */
interface Captured {
  minor: number
  currency: string
  /** Our own capture, if Adyen acknowledged it. */
  ownPsp?: string
}

/** What was taken back and given back again for one reason. Neither total falls with more facts. */
interface Total {
  kind: ReversalKind
  reversedMinor: number
  reinstatedMinor: number
}

/**
 * The outcome that facts prove of a payment. They are a set: their order, repetitions and times do not matter, and no total
 * falls as the set grows.
 */
export function foldPayment(known: KnownPayment, facts: readonly Fact[]): ProcessorInquiry {
  const told = provenOnce(facts)
  const captured = capturedOf(known, told)
  return captured === undefined ? heldOf(known, told) : moneyOf(known, told, captured)
}

/** Whether its bank reported the payment as fraud (TC40, SAFE). That moves no money. */
export function isFraudReported(facts: readonly Fact[]): boolean {
  return facts.some(({ code }) => code === 'NOTIFICATION_OF_FRAUD')
}

/** Facts of which each says that money moved. */
const MOVES: ReadonlySet<string> = new Set([
  'CAPTURE',
  'CAPTURE_FAILED',
  'REFUND',
  'CHARGEBACK',
  'CHARGEBACK_REVERSED',
  'SECOND_CHARGEBACK',
])

/**
 * Whether facts tell of money that cannot be booked: in another currency than was captured, or a capture that was made again after it failed, which Adyen may tell by the same signed fields. Dates are not signed: a person looks.
 */
export function isUnexplained(known: KnownPayment, facts: readonly Fact[]): boolean {
  const told = provenOnce(facts)
  const captured = capturedOf(known, told)
  if (captured === undefined) return false
  const isForeign = ({ code, ok, currency, minor }: Fact) =>
    MOVES.has(code) &&
    (ok || code === 'CAPTURE_FAILED') &&
    (currency !== captured.currency || minor === null)
  return told.some(isForeign) || isCaptureForgotten(known, told) || isMadeAgain(facts)
}

/** Whether a capture is dated after its own failure. */
function isMadeAgain(facts: readonly Fact[]): boolean {
  const timeOf = ({ said_at: at = '' }: Fact) => Date.parse(at)
  const failures = facts.filter(({ code }) => code === 'CAPTURE_FAILED')
  return facts.some(
    (fact) =>
      isCapture(fact) &&
      failures.some((failed) => failed.psp === fact.psp && timeOf(fact) > timeOf(failed)),
  )
}

/** What is not captured: held, released, refused, or not known. */
function heldOf(known: KnownPayment, told: readonly Fact[]): ProcessorInquiry {
  const is = (code: string, ok: boolean) => told.some((one) => one.code === code && one.ok === ok)
  const ends = endsAmong(told)
  const [ours] = byLikeness(known, heldAmong(told))
  if (ours !== undefined)
    return {
      status: 'authorized',
      // What our units cannot express is another amount than was asked: it is released.
      authorizedMinor: ours.minor ?? 0,
      currency: ours.currency,
      ...(told.some((one) => isFailedRelease(one, ours.psp)) && { isReleaseFailed: true }),
      references: { processorReference: ours.psp },
    }
  if (ends.length > 0)
    return {
      status: 'voided',
      reason: ends.every(({ code }) => code === 'EXPIRE') ? 'expired' : 'elsewhere',
    }
  if (is('AUTHORISATION', false)) return { status: 'failed', declineCode: 'card_declined' }
  if (is('OFFER_CLOSED', true)) return { status: 'failed', declineCode: 'authentication_abandoned' }
  return { status: 'not_known_yet' }
}

/**
 * Authorisations that stand, and that nobody wants: those beside the one that is kept, and that one where its capture was refused,
 * since it is not captured any more. None while it is not clear which one is kept.
 */
export function unwantedHolds(known: KnownPayment, facts: readonly Fact[]): string[] {
  const told = provenOnce(facts)
  const kept = keptPsp(known, told)
  const held = heldAmong(told).map(({ psp }) => psp)
  const isReleased = known.state['result'] === RELEASED
  if (kept === undefined || !(isReleased || stands(known, told, kept))) return []
  const captured = capturedPsps(known, told)
  const isRefused = isCaptureRefused(known, told)
  return held.filter((psp) => (psp === kept ? isRefused : !captured.has(psp)))
}

/** Whether the acknowledged capture was refused afterwards. One that failed later may be made again. */
function isCaptureRefused({ state: { capture } }: KnownPayment, told: readonly Fact[]): boolean {
  const outcomes = told.filter(({ code, psp }) => code === 'CAPTURE' && psp === capture)
  return outcomes.length > 0 && outcomes.every(({ ok }) => !ok)
}

/** Adyen's reference of the authorisation that a payment is about: of several, the one that is kept, while it stands. */
export function authorisationOf(known: KnownPayment, facts: readonly Fact[]): string | undefined {
  const told = provenOnce(facts)
  const kept = keptPsp(known, told)
  if (kept !== undefined && stands(known, told, kept)) return kept
  const [held] = byLikeness(known, heldAmong(told))
  return held?.psp ?? kept
}

/** Whether an authorisation is captured or held: another one does not take its place. */
function stands(known: KnownPayment, told: readonly Fact[], psp: string): boolean {
  const { result } = known.state
  if (capturedOf(known, told) !== undefined) return true
  const isHeld = heldAmong(told).some((one) => one.psp === psp)
  return isHeld || (result === 'Authorised' && !endsAmong(told).some((end) => isEndOf(end, psp)))
}

/** The authorisation that is captured; else the one that Adyen answered with, or that was settled. */
function keptPsp(known: KnownPayment, told: readonly Fact[]): string | undefined {
  const { psp, capture } = known.state
  if (typeof capture === 'string' && typeof psp === 'string') return psp
  const [captured] = byLikeness(known, told.filter(isCapture))
  return captured?.orig || settledPsp(known)
}

/** Authorisations of which something is captured; an empty one where that is not told. */
function capturedPsps({ state }: KnownPayment, told: readonly Fact[]): ReadonlySet<string> {
  const { psp, capture } = state
  const ours = typeof capture === 'string' ? [typeof psp === 'string' ? psp : ''] : []
  return new Set([...ours, ...told.filter(isCapture).map(({ orig }) => orig)])
}

function settledPsp({ state: { psp }, references }: KnownPayment): string | undefined {
  return typeof psp === 'string' ? psp : references.processorReference
}

function endsAmong(told: readonly Fact[]): Fact[] {
  return told.filter(({ code, ok }) => ok && (RELEASES.has(code) || code === 'EXPIRE'))
}

/** Authorisations that no fact has ended. */
function heldAmong(told: readonly Fact[]): Fact[] {
  const ends = endsAmong(told)
  return told.filter(isAuthorisation).filter(({ psp }) => !ends.some((end) => isEndOf(end, psp)))
}

/** Whether more of an authorisation ran out than its capture left, and nothing tells of that capture but its acknowledgement. */
function isCaptureForgotten(known: KnownPayment, told: readonly Fact[]): boolean {
  const { state, amountMinor, captureMinor = amountMinor } = known
  const { psp, capture } = state
  if (typeof capture !== 'string' || told.some(isCapture)) return false
  const held = told.find((one) => isAuthorisation(one) && one.psp === psp)?.minor ?? amountMinor
  return told.some(
    ({ code, ok, psp: own, orig, minor }) =>
      code === 'EXPIRE' &&
      ok &&
      (own === psp || orig === psp) &&
      (minor ?? 0) > held - captureMinor,
  )
}

function isAuthorisation({ code, ok }: Fact): boolean {
  return code === 'AUTHORISATION' && ok
}

function isFailedRelease(fact: Fact, psp: string): boolean {
  return RELEASES.has(fact.code) && !fact.ok && isEndOf(fact, psp)
}

/** Whether a fact ends an authorisation: one that names none ends what has our reference. */
function isEndOf({ orig }: Fact, psp: string): boolean {
  return orig === '' || orig === psp
}

/** The facts of one code, first those that are most like what was asked. */
function byLikeness<One extends Fact>(known: KnownPayment, facts: readonly One[]): One[] {
  const { amountMinor, captureMinor = amountMinor, currency } = known
  const settled = settledPsp(known)
  const likeness = ({ code, psp, minor, currency: told }: Fact) =>
    (psp === settled ? 4 : 0) +
    (told === currency ? 2 : 0) +
    (minor === (code === 'CAPTURE' ? captureMinor : amountMinor) ? 1 : 0)
  return facts.toSorted((one, other) => likeness(other) - likeness(one))
}

function capturedOf(known: KnownPayment, told: readonly Fact[]): Captured | undefined {
  const { state, amountMinor, captureMinor = amountMinor, currency } = known
  const { capture: ownPsp } = state
  if (typeof ownPsp === 'string') return { minor: captureMinor, currency, ownPsp }
  const [first] = byLikeness(known, told.filter(isCapture))
  return first
}

function isCapture(fact: Fact): fact is Fact & { minor: number } {
  return fact.code === 'CAPTURE' && fact.ok && fact.minor !== null && fact.minor > 0
}

function moneyOf(known: KnownPayment, told: readonly Fact[], captured: Captured): ProcessorInquiry {
  const { currency } = captured
  // In another currency nothing can be booked: only a report says what it was worth.
  const facts = told.filter((fact) => fact.currency === currency && fact.minor !== null)
  const { capturedMinor, againMinor } = capturesOf(facts, captured)
  // What was refused to be captured cannot be given back by a release.
  const takenMinor = capturedMinor - (isCaptureRefused(known, facts) ? captured.minor : 0)
  const totals = [
    chargebacks(facts),
    failedCaptures(facts, captured, againMinor),
    refundsElsewhere(known, facts, takenMinor),
  ]
  const kind = totals.find(({ reversedMinor }) => reversedMinor > 0)?.kind
  const kept = keptPsp(known, told)
  const authorisations = byLikeness(known, told.filter(isAuthorisation))
  const authorised = authorisations.find(({ psp }) => psp === kept) ?? authorisations[0]
  return {
    status: 'succeeded',
    capturedMinor,
    currency,
    reversedMinor: totals.reduce((sum, { reversedMinor }) => sum + reversedMinor, 0),
    reinstatedMinor: totals.reduce(
      (sum, { reversedMinor, reinstatedMinor }) => sum + Math.min(reversedMinor, reinstatedMinor),
      0,
    ),
    ...(kind && { reversalKind: kind }),
    ...(authorised && { references: { processorReference: authorised.psp } }),
  }
}

/**
 * What was captured, and what of it was captured once more: a second capture of the same amount follows one that failed, and is no
 * more money, also where that failure is told later.
 */
function capturesOf(
  facts: readonly Fact[],
  { minor, ownPsp }: Captured,
): { capturedMinor: number; againMinor: number } {
  const amounts = new Map<string, number>(
    facts.filter(isCapture).map((one) => [one.psp, one.minor]),
  )
  if (ownPsp !== undefined) amounts.set(ownPsp, minor)
  const distinct = [...new Set(amounts.values())]
  const capturedMinor = distinct.reduce((sum, amount) => sum + amount, 0)
  const all = [...amounts.values()].reduce((sum, amount) => sum + amount, 0)
  return { capturedMinor, againMinor: all - capturedMinor }
}

/** All events of a dispute have its psp; a second chargeback has the first one's. */
function chargebacks(facts: readonly Fact[]): Total {
  const once = (code: string) =>
    sumOf(largestByPsp(facts.filter((one) => one.code === code && one.ok)))
  return {
    kind: 'chargeback',
    reversedMinor: once('CHARGEBACK') + once('SECOND_CHARGEBACK'),
    reinstatedMinor: once('CHARGEBACK_REVERSED'),
  }
}

/** Captures that failed after they were acknowledged. What is captured again is given back, up to what has failed. */
function failedCaptures(
  facts: readonly Fact[],
  { minor, ownPsp }: Captured,
  againMinor: number,
): Total {
  const failed = largestByPsp(facts.filter(({ code }) => code === 'CAPTURE_FAILED'))
  const ours = sumOf(failed.filter(({ psp }) => psp === ownPsp))
  const isSaid = (ok: boolean) =>
    facts.some((one) => one.code === 'CAPTURE' && one.psp === ownPsp && one.ok === ok)
  const refused = isSaid(false) ? minor : 0
  // Told that it failed, and that it did not: both count, and neither total falls by the second.
  const denied = isSaid(true) ? refused : 0
  const ofOurs = denied > 0 ? refused + ours : Math.max(refused, ours)
  return {
    kind: 'capture_failed',
    reversedMinor: sumOf(failed) - ours + ofOurs,
    reinstatedMinor: againMinor + denied,
  }
}

/** Refunds and reversals that were made in the Customer Area. One that may be an unanswered refund of ours waits for its answer. */
function refundsElsewhere(known: KnownPayment, facts: readonly Fact[], takenMinor: number): Total {
  const { refunds = [] } = known
  const isOurs = ({ psp, ref }: Fact) =>
    refunds.some(
      // One that was refused has failed for good: sent after all, it is money that is gone.
      ({ refundId, processorReference, status }) =>
        status !== 'failed' && (refundId === ref || processorReference === psp),
    )
  const isUnclear = refunds.some(
    ({ status, processorReference }) => status !== 'failed' && processorReference === undefined,
  )
  const refunded = isUnclear
    ? []
    : largestByPsp(facts.filter((one) => one.code === 'REFUND' && one.ok && !isOurs(one)))
  const psps = new Set(refunded.map(({ psp }) => psp))
  const back = facts.filter(({ code, psp }) => RETURNS.has(code) && psps.has(psp))
  const refundedByUs = refunds
    .filter(({ status }) => status === 'succeeded')
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  // The release of another authorisation of the same payment takes nothing back.
  const captured = capturedPsps(known, facts)
  const isReversed = facts.some(
    ({ code, ok, orig }) =>
      code === 'CANCEL_OR_REFUND' && ok && (orig === '' || captured.has('') || captured.has(orig)),
  )
  return {
    kind: 'refund_elsewhere',
    reversedMinor: Math.max(sumOf(refunded), isReversed ? takenMinor - refundedByUs : 0),
    reinstatedMinor: sumOf(largestByPsp(back)),
  }
}

/** One fact for each psp, the one with the largest amount: a later statement corrects, and takes nothing back. */
function largestByPsp(facts: readonly Fact[]): Fact[] {
  const largest = new Map<string, Fact>()
  for (const fact of facts)
    if ((fact.minor ?? 0) >= (largest.get(fact.psp)?.minor ?? 0)) largest.set(fact.psp, fact)
  return [...largest.values()]
}
