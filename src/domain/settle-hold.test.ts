import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DeclineCode, PaymentState } from '#contract/payment.ts'
import type { SessionPaymentState, SessionState } from '#contract/session.ts'
import type { CaptureMethod, Intent, VoidReason } from './hold.ts'
import { isLive, mayMove } from './payment-state.ts'
import { settle, type SettledOutcome } from './settle.ts'

const AMOUNT = 1000
const HELD = { status: 'authorized', authorizedMinor: AMOUNT, currency: 'BRL' } as const
const captured = (capturedMinor: number) =>
  ({ status: 'succeeded', capturedMinor, currency: 'BRL' }) as const

interface World {
  session: { status: SessionState; paymentStatus: SessionPaymentState }
  payment: {
    status: PaymentState
    capturedMinor: number
    declineCode: DeclineCode | null
    late: boolean
    authorizedMinor: number | null
    captureMinor: number | null
    intent: Intent | null
    voidReason: VoidReason | null
    isReleased: boolean
  }
  events: string[]
  /** Whether a release was wanted before. */
  wasUnwanted: boolean
}

type Step =
  | { type: 'told'; outcome: SettledOutcome }
  | { type: 'capture'; amountMinor: number }
  | { type: 'void'; reason: VoidReason }
  | { type: 'answer'; isDone: boolean; isExpired: boolean }

const OUTCOMES: readonly SettledOutcome[] = [
  HELD,
  { ...HELD, authorizedMinor: AMOUNT - 1 },
  { ...HELD, currency: 'USD' },
  captured(AMOUNT),
  captured(AMOUNT - 1),
  captured(AMOUNT + 1),
  { status: 'voided', reason: 'elsewhere' },
  { status: 'voided', reason: 'expired' },
  { status: 'failed', declineCode: 'card_declined' },
  { status: 'processing' },
  { status: 'unknown' },
  { status: 'capture_refused', reason: 'refused' },
]

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('told' as const),
      outcome: fc.constantFrom(...OUTCOMES),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('capture' as const),
      amountMinor: fc.constantFrom(1, AMOUNT),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('void' as const),
      reason: fc.constantFrom<VoidReason>('requested', 'expired'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('answer' as const),
      isDone: fc.boolean(),
      isExpired: fc.boolean(),
    }),
  },
)

function newWorld(): World {
  return {
    session: { status: 'open', paymentStatus: 'processing' },
    payment: {
      status: 'created',
      capturedMinor: 0,
      declineCode: null,
      late: false,
      authorizedMinor: null,
      captureMinor: null,
      intent: null,
      voidReason: null,
      isReleased: false,
    },
    events: [],
    wasUnwanted: false,
  }
}

function apply(world: World, outcome: SettledOutcome, captureMethod: CaptureMethod): void {
  const { session, payment } = world
  const fixed = { amountMinor: AMOUNT, currency: 'BRL', capturedCurrency: null, isLast: true }
  const settled = settle({
    session,
    payment: { ...payment, ...fixed, captureMethod },
    outcome,
    latePolicy: 'accept',
    mismatchPolicy: 'hold',
  })
  if (settled.result === 'nothing') return
  const { change } = settled
  const { status, declineCode, late, taken, hold = { intent: null } } = change.payment
  if (status !== payment.status && !mayMove(payment.status, status, captureMethod))
    throw new Error(`from ${payment.status} to ${status}`)
  if (hold.intent === 'capture' && (world.wasUnwanted || payment.status === 'failed'))
    throw new Error('what is to be released is captured')
  const { captureMinor = payment.captureMinor } = hold
  Object.assign(payment, {
    status,
    declineCode,
    late,
    capturedMinor: taken?.capturedMinor ?? payment.capturedMinor,
    authorizedMinor: hold.authorizedMinor ?? payment.authorizedMinor,
    captureMinor,
    intent: hold.intent,
    voidReason: hold.voidReason ?? payment.voidReason,
    isReleased: hold.isReleased ?? payment.isReleased,
  })
  world.wasUnwanted ||= hold.intent === 'void'
  Object.assign(session, {
    status: change.session.status,
    paymentStatus: change.session.paymentStatus,
  })
  world.events.push(...change.events)
}

/** A model of the service: it asks under the rules, and answers what was asked. */
function take(world: World, step: Step, captureMethod: CaptureMethod): void {
  const { payment } = world
  const isHeld =
    payment.status === 'authorized' && captureMethod === 'manual' && payment.intent === null
  switch (step.type) {
    case 'told':
      return apply(world, step.outcome, captureMethod)
    case 'capture':
      if (isHeld) Object.assign(payment, { intent: 'capture', captureMinor: step.amountMinor })
      return
    case 'void':
      if (isHeld) Object.assign(payment, { intent: 'void', voidReason: step.reason })
      if (isHeld) world.wasUnwanted = true
      return
    case 'answer':
      return answer(world, step, captureMethod)
  }
}

function answer(world: World, step: Step & { type: 'answer' }, captureMethod: CaptureMethod): void {
  const { intent, captureMinor } = world.payment
  if (intent === 'void')
    return apply(world, { status: 'voided', reason: 'elsewhere' }, captureMethod)
  if (intent === null) return
  const refused = {
    status: 'capture_refused',
    reason: step.isExpired ? 'expired' : 'refused',
  } as const
  return apply(world, step.isDone ? captured(captureMinor ?? 0) : refused, captureMethod)
}

function run(steps: readonly Step[], captureMethod: CaptureMethod): World {
  const world = newWorld()
  for (const one of steps) take(world, one, captureMethod)
  return world
}

const count = (events: readonly string[], type: string) =>
  events.filter((event) => event === type).length

describe.each(['automatic', 'manual'] as const)(
  'a hold with %s capture, in any order',
  (capture) => {
    const worlds = fc.array(step, { maxLength: 14 }).map((steps) => run(steps, capture))
    const holds = (rule: (world: World) => void) => fc.assert(fc.property(worlds, rule))

    it('R-91: captures nothing that is to be released', () => {
      holds(({ payment, wasUnwanted }) => {
        expect(payment.intent === 'capture' && wasUnwanted).toBe(false)
      })
    })

    it('R-89: is told of at most once as held, and as released', () => {
      holds(({ events }) => {
        const most = capture === 'manual' ? 1 : 0
        expect(count(events, 'payment.authorized')).toBeLessThanOrEqual(most)
        expect(count(events, 'payment.voided')).toBeLessThanOrEqual(most)
        expect(count(events, 'session.completed')).toBeLessThanOrEqual(1)
      })
    })

    it('R-89: wants something only of what is held, or of what ended unwanted', () => {
      holds(({ payment: { status, intent, voidReason, captureMinor } }) => {
        const fits: PaymentState[] =
          intent === 'void' ? ['authorized', 'failed', 'voided'] : ['authorized']
        expect(intent === null || fits.includes(status)).toBe(true)
        expect(intent !== 'capture' || captureMinor !== null).toBe(true)
        expect(status !== 'voided' || voidReason !== null).toBe(true)
      })
    })

    it('R-89: is complete exactly when it is paid, and leaves no session open that was released', () => {
      holds(({ session, payment }) => {
        expect(session.status === 'complete').toBe(payment.status === 'succeeded')
        expect(payment.status === 'voided' && session.status === 'open').toBe(false)
      })
    })

    it('R-90: has an end for each order: whatever was asked is answered once', () => {
      holds((world) => {
        const after = structuredClone(world)
        take(after, { type: 'answer', isDone: true, isExpired: false }, capture)
        take(after, { type: 'answer', isDone: true, isExpired: false }, capture)
        expect(after.payment.intent).toBeNull()
        expect(isLive(after.payment.status) && world.payment.intent !== null).toBe(false)
      })
    })

    it('R-89: keeps captured money within the hold, or somebody decides', () => {
      holds(({ payment: { status, capturedMinor, captureMinor } }) => {
        const wanted = captureMinor ?? AMOUNT
        expect(status !== 'succeeded' || capturedMinor === wanted).toBe(true)
      })
    })
  },
)

describe('what the processor captured itself', () => {
  const from = (captureMethod: CaptureMethod, steps: Step[]) => run(steps, captureMethod)
  const told = (outcome: SettledOutcome): Step => ({ type: 'told', outcome })

  it('is a capture up to the hold by hand, and another amount with automatic capture', () => {
    const steps = [told(HELD), told(captured(AMOUNT - 1))]
    expect(from('manual', steps).payment).toMatchObject({ status: 'succeeded', captureMinor: 999 })
    expect(from('automatic', steps).payment.status).toBe('amount_mismatch')
    expect(from('manual', [told(HELD), told(captured(AMOUNT + 1))]).payment.status).toBe(
      'amount_mismatch',
    )
  })

  it('wins over the end of the hold, whichever is told first', () => {
    const ended = told({ status: 'voided', reason: 'expired' })
    const first = from('manual', [told(HELD), ended, told(captured(AMOUNT))])
    const last = from('manual', [told(HELD), told(captured(AMOUNT)), ended])
    expect(first.payment.status).toBe('succeeded')
    expect(first.events).toContain('payment.late')
    expect(last.payment.status).toBe('succeeded')
  })

  it('a decline ends no hold', () => {
    const declined = told({ status: 'failed', declineCode: 'card_declined' })
    expect(from('manual', [told(HELD), declined]).payment.status).toBe('authorized')
  })
})
