import type { PlannedEvent } from '#sandbox/simulator/due-event.ts'
import { settleBy, type PaymentEvent, type Settled } from '#sandbox/simulator/payment-events.ts'
import type { PaymentPlan } from '#sandbox/simulator/payment-plan.ts'
import type { PaymentRequest } from '#sandbox/simulator/simulator-messages.ts'
import type { ProcessorDisputeRow } from '../../oracle/books.ts'
import type { Dice } from '../shared/dice.ts'
import { createDisputes } from './disputes.ts'
import { createHolds, needsHold, type CaptureRequest } from './holds.ts'
import type { Ledger } from './ledger.ts'
import { planCharge } from './plan-charge.ts'
import { BROKEN, NOT_FOUND, ok, refusal, SILENT, type Answer, type Deps } from './deps.ts'
import type { OfPayment, Temper } from './unkindness.ts'
import type { Webhooks } from './webhooks.ts'

const VOIDED = { status: 'failed', declineCode: 'processing_error' } as const
const DECLINED = { status: 'failed', declineCode: 'card_declined' } as const
const REVERSED: readonly OfPayment[] = [
  'reversed in part',
  'reversed in full',
  'capture fails later',
  'captured again',
]
const COPIES = 6
const UNSEEN_MS = 20_000
const DAYS_MS = [1, 2, 3].map((days) => days * 86_400_000)
const REVERSAL_MS = 7_200_000
const LOOK_UPS_BROKEN = 2
const MORE_MINOR = 10
const OTHER_CURRENCY = 'USD'

/** A charge as the processor keeps it. */
interface Charge {
  request: PaymentRequest
  script: OfPayment | undefined
  state: PaymentPlan['state'] | Settled
  /** The call that created the charge is still being processed. */
  isDeciding: boolean
  /** Only `simulate` decides the charge. */
  isUndecided: boolean
  due: PlannedEvent | undefined
  seenAt: Date
  reversalAt: Date | undefined
  /** Gives a reversed capture again, once it was taken. */
  reinstatementAt: Date | undefined
  /** A payment that was declined, and is held after all. */
  lateHoldAt: Date | undefined
  reversedMinor: number
  reinstatedMinor: number
  lookUps: number
}

export interface Charges {
  create(request: PaymentRequest): Promise<Answer>
  lookUp(paymentId: string): Answer
  cancel(paymentId: string): Answer
  capture(request: CaptureRequest): Answer
  /** Makes the networks decide a charge, or take its money back. */
  simulate(paymentId: string, event: PaymentEvent): Answer
  runDue(): void
  /** The number of charges that will change by themselves, and the ids of those that only `simulate` decides. */
  left(): { undue: number; undecided: string[] }
  disputes(): ProcessorDisputeRow[]
}

export function createCharges(
  deps: Deps,
  {
    dice,
    temper,
    ledger,
    webhooks,
    heldMinor,
  }: {
    dice: Dice
    temper: Temper
    ledger: Ledger
    webhooks: Webhooks
    /** Held for pending refunds of a payment. */
    heldMinor: (paymentId: string) => number
  },
): Charges {
  const { clock } = deps
  const charges = new Map<string, Charge>()
  const scripts = new Map<string, OfPayment | undefined>()
  const voided = new Set<string>()
  const later = (ms: number) => new Date(clock().getTime() + ms)

  function scriptOf(paymentId: string): OfPayment | undefined {
    if (!scripts.has(paymentId)) scripts.set(paymentId, temper.ofPayment())
    return scripts.get(paymentId)
  }

  function outcomeOf(charge: Charge): Answer {
    const { state, request, reversedMinor, reinstatedMinor, isUndecided, isDeciding } = charge
    if (isUndecided) return SILENT
    if (isDeciding) return ok({ status: 'processing' })
    if (state.status !== 'succeeded') return ok(state)
    const held = holds.outcomeOf(request.paymentId)
    if (held !== undefined) return held
    const taken = ledger.entries.find(
      ({ paymentId, kind }) => paymentId === request.paymentId && kind === 'capture',
    )
    const told = disputes.toldOf(request.paymentId)
    return ok({
      status: 'succeeded',
      capturedMinor: taken?.amountMinor,
      currency: taken?.currency,
      ...(reversedMinor > 0 && { reversedMinor }),
      ...(reinstatedMinor > 0 && { reinstatedMinor }),
      ...(told.length > 0 && { disputes: told }),
    })
  }

  function capture(charge: Charge): void {
    const { script } = charge
    const { paymentId, amountMinor, currency } = charge.request
    if (isHeld(charge)) {
      holds.begin(charge.request, script)
      return
    }
    const asked = { amountMinor, currency }
    const taken = takenBy(script, asked)
    const isOther = taken.amountMinor !== amountMinor || taken.currency !== currency
    const entry = { paymentId, refundId: null, kind: 'capture', at: clock(), ...taken }
    ledger.record({ ...entry, ...(isOther && { asked }) })
    follow(charge)
  }

  /** What happens to money once it is taken. */
  function follow(charge: Charge): void {
    const { script, request } = charge
    if (script !== undefined && REVERSED.includes(script)) charge.reversalAt = later(REVERSAL_MS)
    disputes.begin(request, script)
  }

  /** Applies an event by the simulator's rules; false when the charge's state does not allow it. */
  function apply(charge: Charge, event: PaymentEvent): boolean {
    const { paymentId, method, amountMinor } = charge.request
    const { status } = charge.state
    const captureMethod = 'automatic'
    const settled = settleBy(event, { status, method: method.type, captureMethod, amountMinor })
    if (settled === undefined || charge.isDeciding) return false
    if (settled.status === 'succeeded') capture(charge)
    charge.state = settled
    charge.due = undefined
    charge.isUndecided = false
    if (event.type !== 'cancel') webhooks.add(paymentId, copiesOf(charge))
    return true
  }

  function reverse(charge: Charge): void {
    charge.reversalAt = undefined
    const { paymentId } = charge.request
    const left = ledger.leftMinor(paymentId) - heldMinor(paymentId)
    const amountMinor = charge.script === 'reversed in part' ? Math.ceil(left / 2) : left
    takeBack(charge, amountMinor)
    if (charge.script === 'captured again') charge.reinstatementAt = later(REVERSAL_MS)
    webhooks.add(paymentId, copiesOf(charge))
  }

  function takeBack(charge: Charge, amountMinor: number): void {
    if (amountMinor < 1) return
    record(charge, 'reversal', amountMinor)
    charge.reversedMinor += amountMinor
  }

  function reinstate(charge: Charge): void {
    const amountMinor = charge.reversedMinor - charge.reinstatedMinor
    charge.reinstatementAt = undefined
    if (amountMinor < 1) return
    record(charge, 'reinstatement', amountMinor)
    charge.reinstatedMinor += amountMinor
  }

  function record({ request: { paymentId, currency } }: Charge, kind: string, amountMinor: number) {
    ledger.record({ paymentId, refundId: null, kind, amountMinor, currency, at: clock() })
  }

  const holds = createHolds(deps, {
    dice,
    ledger,
    onCaptured(paymentId) {
      const charge = charges.get(paymentId)
      if (charge !== undefined) follow(charge)
    },
    onChange: (paymentId) => void webhooks.add(paymentId, 1),
  })
  const disputes = createDisputes(deps, {
    dice,
    move(paymentId, direction) {
      const charge = charges.get(paymentId)
      if (charge === undefined) return
      if (direction === 'give') reinstate(charge)
      else takeBack(charge, ledger.leftMinor(paymentId) - heldMinor(paymentId))
    },
    tell: (paymentId, delayMs) => void webhooks.add(paymentId, 1, delayMs),
  })

  function holdAfterAll(charge: Charge): void {
    charge.lateHoldAt = undefined
    charge.state = { status: 'succeeded' }
    holds.begin(charge.request, charge.script)
    webhooks.add(charge.request.paymentId, 1)
  }

  async function add(request: PaymentRequest, script: OfPayment | undefined): Promise<Charge> {
    const { state, due, isUnknown } = await planCharge(request, clock(), deps.numberOf)
    const isSlow = script === 'slow' && state.status === 'succeeded'
    const isLateHold = script === 'authorised after refusal' && state.status === 'succeeded'
    const charge: Charge = {
      request,
      script,
      state: isLateHold ? DECLINED : isSlow ? { status: 'processing' } : state,
      isDeciding: false,
      isUndecided: isUnknown ?? false,
      due: isSlow ? { type: 'pay', at: later(dice.pick(DAYS_MS)) } : due,
      seenAt: script === 'unseen' || script === 'overtaken' ? later(UNSEEN_MS) : clock(),
      reversalAt: undefined,
      reinstatementAt: undefined,
      lateHoldAt: isLateHold ? later(REVERSAL_MS) : undefined,
      reversedMinor: 0,
      reinstatedMinor: 0,
      lookUps: 0,
    }
    charges.set(request.paymentId, charge)
    return charge
  }

  /** Decides a charge while its webhook is on its way already. */
  function decideOvertaken(charge: Charge): Promise<void> {
    const { paymentId } = charge.request
    const { promise, resolve } = Promise.withResolvers<void>()
    charge.isDeciding = true
    const decide = async () => {
      await deps.pause()
      charge.isDeciding = false
      if (charge.state.status === 'succeeded') capture(charge)
      resolve()
    }
    const webhook = webhooks.add(paymentId, 1)
    if (!deps.beside('the processor decides', decide)) void decide()
    deps.beside('a webhook overtakes', () => webhooks.send(webhook))
    return promise
  }

  async function create(request: PaymentRequest): Promise<Answer> {
    const { paymentId } = request
    const script = scriptOf(paymentId)
    if (script === 'refused') return refusal('invalid_card_data')
    const known = charges.get(paymentId)
    if (known !== undefined) return outcomeOf(known)
    const isVoided = voided.has(paymentId)
    if (isVoided && script !== 'after all') return ok(VOIDED)
    const charge = await add(request, script)
    if (isVoided && !isHeld(charge)) deps.onCapturedLate(paymentId)
    if (script === 'overtaken') await decideOvertaken(charge)
    else if (charge.state.status === 'succeeded') {
      capture(charge)
      webhooks.add(paymentId, copiesOf(charge))
    }
    if (script === 'hanging') return 'hanging'
    return script === 'broken' ? BROKEN : outcomeOf(charge)
  }

  return {
    create,
    lookUp(paymentId) {
      const charge = charges.get(paymentId)
      if (charge === undefined || clock() < charge.seenAt) return NOT_FOUND
      charge.lookUps += 1
      const { script, lookUps } = charge
      if (script === 'hanging' && lookUps === 1) return 'hanging'
      if (script === 'broken look-up' && lookUps <= LOOK_UPS_BROKEN) return BROKEN
      return outcomeOf(charge)
    },
    cancel(paymentId) {
      const charge = charges.get(paymentId)
      if (charge === undefined) {
        voided.add(paymentId)
        return ok(VOIDED)
      }
      const released = charge.isDeciding ? undefined : holds.release(paymentId)
      if (released !== undefined) return released
      if (charge.isDeciding) Object.assign(charge, { state: VOIDED, isDeciding: false })
      else apply(charge, { type: 'cancel' })
      return outcomeOf(charge)
    },
    capture: (request) => holds.capture(request),
    simulate(paymentId, event) {
      const charge = charges.get(paymentId)
      if (charge === undefined) return NOT_FOUND
      const isDone = apply(charge, event)
      return isDone ? outcomeOf(charge) : refusal('not_possible', 409)
    },
    runDue() {
      for (const charge of charges.values()) {
        const { due, reversalAt, reinstatementAt, lateHoldAt } = charge
        if (due !== undefined && due.at <= clock()) apply(charge, { type: due.type })
        if (reversalAt !== undefined && reversalAt <= clock()) reverse(charge)
        if (reinstatementAt !== undefined && reinstatementAt <= clock()) {
          reinstate(charge)
          webhooks.add(charge.request.paymentId, 1)
        }
        if (lateHoldAt !== undefined && lateHoldAt <= clock()) holdAfterAll(charge)
      }
      holds.runDue()
      disputes.runDue()
    },
    left() {
      const all = [...charges.values()]
      return {
        undue: all.filter(willChange).length + holds.undue() + disputes.undue(),
        undecided: all
          .filter(({ isUndecided }) => isUndecided)
          .map(({ request }) => request.paymentId),
      }
    },
    disputes: () => disputes.rows(),
  }
}

/** Whether the amount is held before it is taken. */
function isHeld({ request, script }: Charge): boolean {
  return request.captureMethod === 'manual' || needsHold(script)
}

function willChange({ due, reversalAt, reinstatementAt, lateHoldAt }: Charge): boolean {
  return [due, reversalAt, reinstatementAt, lateHoldAt].some((at) => at !== undefined)
}

function takenBy(
  script: OfPayment | undefined,
  { amountMinor, currency }: { amountMinor: number; currency: string },
) {
  if (script === 'less') return { amountMinor: Math.ceil(amountMinor / 2), currency }
  if (script === 'more') return { amountMinor: amountMinor + MORE_MINOR, currency }
  return { amountMinor, currency: script === 'currency' ? OTHER_CURRENCY : currency }
}

function copiesOf({ script }: Pick<Charge, 'script'>): number {
  return script === 'repeated' ? COPIES : 1
}
