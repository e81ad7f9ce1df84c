import type { PlannedEvent } from '#sandbox/simulator/due-event.ts'
import { settleBy, type PaymentEvent, type Settled } from '#sandbox/simulator/payment-events.ts'
import type { PaymentPlan } from '#sandbox/simulator/payment-plan.ts'
import type { PaymentRequest } from '#sandbox/simulator/simulator-messages.ts'
import type { Dice } from '../shared/dice.ts'
import type { Ledger } from './ledger.ts'
import { planCharge } from './plan-charge.ts'
import { BROKEN, NOT_FOUND, ok, refusal, SILENT, type Answer, type Deps } from './deps.ts'
import type { OfPayment, Temper } from './unkindness.ts'
import type { Webhooks } from './webhooks.ts'

const VOIDED = { status: 'failed', declineCode: 'processing_error' } as const
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
  reversedMinor: number
  lookUps: number
}

export interface Charges {
  create(request: PaymentRequest): Promise<Answer>
  lookUp(paymentId: string): Answer
  cancel(paymentId: string): Answer
  /** Makes the networks decide a charge, or take its money back. */
  simulate(paymentId: string, event: PaymentEvent): Answer
  runDue(): void
  /** The number of charges that will change by themselves, and the ids of those that only `simulate` decides. */
  left(): { undue: number; undecided: string[] }
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

  function outcomeOf({ state, request, reversedMinor, isUndecided, isDeciding }: Charge): Answer {
    if (isUndecided) return SILENT
    if (isDeciding) return ok({ status: 'processing' })
    if (state.status !== 'succeeded') return ok(state)
    const taken = ledger.entries.find(
      ({ paymentId, kind }) => paymentId === request.paymentId && kind === 'capture',
    )
    return ok({
      status: 'succeeded',
      capturedMinor: taken?.amountMinor,
      currency: taken?.currency,
      ...(reversedMinor > 0 && { reversedMinor }),
    })
  }

  function capture(charge: Charge): void {
    const { script } = charge
    const { paymentId, amountMinor, currency } = charge.request
    const asked = { amountMinor, currency }
    const taken = takenBy(script, asked)
    const isOther = taken.amountMinor !== amountMinor || taken.currency !== currency
    const entry = { paymentId, refundId: null, kind: 'capture', at: clock(), ...taken }
    ledger.record({ ...entry, ...(isOther && { asked }) })
    if (script?.startsWith('reversed') === true) charge.reversalAt = later(REVERSAL_MS)
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
    const { paymentId, currency } = charge.request
    const left = ledger.leftMinor(paymentId) - heldMinor(paymentId)
    const amountMinor = charge.script === 'reversed in part' ? Math.ceil(left / 2) : left
    if (amountMinor < 1) return
    const entry = { paymentId, refundId: null, kind: 'reversal', amountMinor, currency }
    ledger.record({ ...entry, at: clock() })
    charge.reversedMinor += amountMinor
    webhooks.add(paymentId, copiesOf(charge))
  }

  async function add(request: PaymentRequest, script: OfPayment | undefined): Promise<Charge> {
    const { state, due, isUnknown } = await planCharge(request, clock(), deps.numberOf)
    const isSlow = script === 'slow' && state.status === 'succeeded'
    const charge: Charge = {
      request,
      script,
      state: isSlow ? { status: 'processing' } : state,
      isDeciding: false,
      isUndecided: isUnknown ?? false,
      due: isSlow ? { type: 'pay', at: later(dice.pick(DAYS_MS)) } : due,
      seenAt: script === 'unseen' || script === 'overtaken' ? later(UNSEEN_MS) : clock(),
      reversalAt: undefined,
      reversedMinor: 0,
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
    if (isVoided) deps.onCapturedLate(paymentId)
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
      if (charge.isDeciding) Object.assign(charge, { state: VOIDED, isDeciding: false })
      else apply(charge, { type: 'cancel' })
      return outcomeOf(charge)
    },
    simulate(paymentId, event) {
      const charge = charges.get(paymentId)
      if (charge === undefined) return NOT_FOUND
      const isDone = apply(charge, event)
      return isDone ? outcomeOf(charge) : refusal('not_possible', 409)
    },
    runDue() {
      for (const charge of charges.values()) {
        const { due, reversalAt } = charge
        if (due !== undefined && due.at <= clock()) apply(charge, { type: due.type })
        if (reversalAt !== undefined && reversalAt <= clock()) reverse(charge)
      }
    },
    left() {
      const all = [...charges.values()]
      return {
        undue: all.filter(({ due, reversalAt }) => due !== undefined || reversalAt !== undefined)
          .length,
        undecided: all
          .filter(({ isUndecided }) => isUndecided)
          .map(({ request }) => request.paymentId),
      }
    },
  }
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
