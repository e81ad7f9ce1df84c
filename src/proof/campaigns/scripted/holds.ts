import type { Dice } from '../shared/dice.ts'
import { ok, refusal, SILENT, type Answer, type Deps } from './deps.ts'
import type { Ledger } from './ledger.ts'
import type { OfPayment } from './unkindness.ts'

const DAY_MS = 86_400_000
const DAYS_MS = [1, 2, 3].map((days) => days * DAY_MS)
const LASTS_MS = 7 * DAY_MS
/** A bank lets go a while after the time that it states. */
const GRACE_MS = 3_600_000
const EARLY_MS = 7_200_000
const UNSEEN_MS = 20_000
const REFUSED_TIMES = 2

export interface CaptureRequest {
  paymentId: string
  amountMinor: number
  currency: string
  sentAt: string
}

interface Held {
  paymentId: string
  script: OfPayment | undefined
  amountMinor: number
  currency: string
  state: 'held' | 'capturing' | 'captured' | 'released'
  reason: 'requested' | 'expired'
  captureBefore: Date
  endsAt: Date
  /** The sum that it takes by itself at that time, for a capture that takes days. */
  due: { amountMinor: number; at: Date } | undefined
  /** Until then look-ups say that it is still held. */
  shownAt: Date
  captureRefusals: number
  releaseRefusals: number
  /** First sendings that were refused for good: a repetition gets the same answer. */
  refused: Set<string>
}

/** Amounts that the bank holds until it is asked to take or release them. */
interface Holds {
  begin(
    charge: { paymentId: string; amountMinor: number; currency: string },
    script: OfPayment | undefined,
  ): void
  has(paymentId: string): boolean
  /** Undefined once it is captured, as far as look-ups show. */
  outcomeOf(paymentId: string): Answer | undefined
  capture(request: CaptureRequest): Answer
  /** Undefined when there is nothing left to release. */
  release(paymentId: string): Answer | undefined
  runDue(): void
  undue(): number
}

/** Unkindnesses that need a hold: they also hold what is captured automatically. */
export function needsHold(script: OfPayment | undefined): boolean {
  return script !== undefined && NEED_HOLDS.includes(script)
}

const NEED_HOLDS: readonly OfPayment[] = [
  'two steps',
  'hold refused late',
  'capture lost after',
  'capture slow',
  'capture fails later',
  'captured again',
  'void refused',
  'expired early',
  'authorised after refusal',
]

export function createHolds(
  { clock }: Pick<Deps, 'clock'>,
  {
    dice,
    ledger,
    onCaptured,
    onChange,
  }: {
    dice: Dice
    ledger: Ledger
    onCaptured: (paymentId: string) => void
    /** A hold has changed without being asked to. */
    onChange: (paymentId: string) => void
  },
): Holds {
  const holds = new Map<string, Held>()
  const later = (ms: number) => new Date(clock().getTime() + ms)

  function record({ paymentId, currency }: Held, kind: string, amountMinor: number): void {
    ledger.record({ paymentId, refundId: null, kind, amountMinor, currency, at: clock() })
  }

  function take(held: Held, amountMinor: number): void {
    record(held, 'capture', amountMinor)
    Object.assign(held, { state: 'captured', due: undefined })
    onCaptured(held.paymentId)
  }

  function letGo(held: Held, reason: Held['reason']): void {
    record(held, 'void', held.amountMinor)
    Object.assign(held, { state: 'released', reason })
  }

  function captured({ paymentId, currency }: Held): Answer {
    const entry = ledger.entries.find(
      (row) => row.paymentId === paymentId && row.kind === 'capture',
    )
    return ok({ status: 'captured', capturedMinor: entry?.amountMinor, currency })
  }

  function captureHeld(held: Held, { amountMinor, sentAt }: CaptureRequest): Answer {
    const { script } = held
    if (held.captureRefusals > 0) {
      held.captureRefusals -= 1
      held.refused.add(sentAt)
      return REFUSED
    }
    if (script === 'capture slow') {
      held.state = 'capturing'
      held.due = { amountMinor, at: later(dice.pick(DAYS_MS)) }
      return ok({ status: 'pending' })
    }
    take(held, amountMinor)
    if (script !== 'capture lost after') return captured(held)
    held.shownAt = later(UNSEEN_MS)
    return SILENT
  }

  return {
    begin({ paymentId, amountMinor, currency }, script) {
      const held: Held = {
        paymentId,
        script,
        amountMinor,
        currency,
        state: 'held',
        reason: 'requested',
        captureBefore: later(LASTS_MS),
        endsAt: later(script === 'expired early' ? EARLY_MS : LASTS_MS + GRACE_MS),
        due: undefined,
        shownAt: clock(),
        captureRefusals: script === 'hold refused late' ? 1 + dice.below(REFUSED_TIMES) : 0,
        releaseRefusals: script === 'void refused' ? 1 + dice.below(REFUSED_TIMES) : 0,
        refused: new Set(),
      }
      holds.set(paymentId, held)
      record(held, 'authorization', amountMinor)
    },
    has: (paymentId) => holds.has(paymentId),
    outcomeOf(paymentId) {
      const held = holds.get(paymentId)
      if (held === undefined) return undefined
      const { state, reason, amountMinor, currency, captureBefore } = held
      if (state === 'released') return ok({ status: 'voided', reason })
      if (state === 'captured' && clock() >= held.shownAt) return undefined
      return ok({
        status: 'authorized',
        authorizedMinor: amountMinor,
        currency,
        captureBefore: captureBefore.toISOString(),
      })
    },
    capture(request) {
      const held = holds.get(request.paymentId)
      if (held === undefined) return REFUSED
      if (held.state === 'captured') return captured(held)
      if (held.state === 'capturing') return ok({ status: 'pending' })
      if (held.state === 'released') return ok({ status: 'refused', reason: 'expired' })
      if (held.refused.has(request.sentAt) || request.amountMinor > held.amountMinor) return REFUSED
      return captureHeld(held, request)
    },
    release(paymentId) {
      const held = holds.get(paymentId)
      if (held?.state !== 'held') return undefined
      if (held.releaseRefusals > 0) {
        held.releaseRefusals -= 1
        return refusal('not_possible')
      }
      letGo(held, 'requested')
      return ok({ status: 'voided', reason: held.reason })
    },
    runDue() {
      for (const held of holds.values()) {
        const { due, state, endsAt, paymentId } = held
        if (due !== undefined && due.at <= clock()) take(held, due.amountMinor)
        else if (state === 'held' && endsAt <= clock()) letGo(held, 'expired')
        else continue
        onChange(paymentId)
      }
    },
    undue: () => [...holds.values()].filter(({ due }) => due !== undefined).length,
  }
}

const REFUSED = ok({ status: 'refused', reason: 'refused', declineCode: 'card_declined' })
