import { DISPUTE_STEPS } from '#contract/dispute-states.ts'
import type { ToldDispute } from '#domain/dispute.ts'
import type { ProcessorState } from '#domain/settle.ts'
import type { ConformanceDriver, SentNotification } from '#server/processors/conformance/driver.ts'
import {
  ProcessorRefused,
  type KnownPayment,
  type Processor,
  type ProcessorInquiry,
} from '#server/processors/processor.ts'

/** How the module combines facts into an outcome; only the first way is right. */
export type Fold = 'as a set' | 'by arrival' | 'fails without news' | 'knows every step'

interface Charge {
  amountMinor: number
  reversedMinor: number
  reinstatedMinor: number
  status: 'open' | 'paid' | 'void'
}

const NEW: Charge = { amountMinor: 0, reversedMinor: 0, reinstatedMinor: 0, status: 'open' }

const AUTHENTIC = { 'x-told': 'authentic' }

/** The driver of a processor in memory that cannot be asked, and sends facts in notifications. */
export function createToldDriver(
  fold: Fold,
): ConformanceDriver & Required<Pick<ConformanceDriver, 'createProcessor'>> {
  const charges = new Map<string, Charge>()
  const sent: SentNotification[] = []
  const tell = (paymentId: string, facts: ProcessorState) =>
    void sent.push({
      rawBody: JSON.stringify({ id: `evt_${sent.length}`, paymentId, facts }),
      headers: AUTHENTIC,
    })

  const chargeOf = (paymentId: string) => {
    const charge = charges.get(paymentId)
    if (charge === undefined) throw new Error('there is no such charge')
    return charge
  }

  return {
    createProcessor: (): Processor => ({
      name: 'told',
      methods: ['pix'],
      isTold: true,
      cardEncryptionKey: async () => refuse('no cards'),
      async createPayment({ paymentId, amountMinor, currency, method }) {
        if (method.type !== 'pix' || currency !== 'BRL') refuse('Pix in BRL alone')
        const charge = charges.get(paymentId) ?? { ...NEW, amountMinor }
        charges.set(paymentId, charge)
        return charge.status === 'void' ? REMOVED : { status: 'processing' }
      },
      inquire: async (_, known) => outcomeOf(known, fold),
      disputes: (known) => disputesOf(known, fold),
      async cancelPayment(paymentId) {
        const charge = charges.get(paymentId) ?? { ...NEW }
        charges.set(paymentId, charge)
        if (charge.status !== 'paid') charge.status = 'void'
        const { status, amountMinor: capturedMinor } = charge
        return status === 'void' ? REMOVED : { status: 'succeeded', capturedMinor, currency: 'BRL' }
      },
      createRefund: async () => ({ status: 'failed' }),
      inquireRefund: async () => ({ status: 'not_found' }),
      async readNotification(rawBody, headers) {
        if (headers.get('x-told') !== AUTHENTIC['x-told']) return undefined
        return sent.some((one) => one.rawBody === rawBody) ? [read(rawBody)] : []
      },
    }),
    async pay({ paymentId }) {
      const charge = charges.get(paymentId)
      if (charge?.status !== 'open') return false
      charge.status = 'paid'
      tell(paymentId, totalsOf(charge))
      return true
    },
    async reverse({ paymentId }, amountMinor) {
      const charge = chargeOf(paymentId)
      charge.reversedMinor += amountMinor
      tell(paymentId, totalsOf(charge))
    },
    async reinstate({ paymentId }, amountMinor) {
      const charge = chargeOf(paymentId)
      charge.reinstatedMinor += amountMinor
      tell(paymentId, totalsOf(charge))
    },
    async dispute({ paymentId, amountMinor }, step) {
      tell(paymentId, { step, amountMinor })
      return true
    },
    notifications: async () => sent,
  }
}

const REMOVED = { status: 'failed', declineCode: 'processing_error' } as const

function totalsOf({ amountMinor: capturedMinor, reversedMinor, reinstatedMinor }: Charge) {
  return { capturedMinor, currency: 'BRL', reversedMinor, reinstatedMinor }
}

function outcomeOf({ facts }: KnownPayment, fold: Fold): ProcessorInquiry {
  const totals = facts.flatMap(({ capturedMinor, reversedMinor, reinstatedMinor }) =>
    typeof capturedMinor === 'number' &&
    typeof reversedMinor === 'number' &&
    typeof reinstatedMinor === 'number'
      ? [{ capturedMinor, reversedMinor, reinstatedMinor }]
      : [],
  )
  const last = totals.at(-1)
  if (last === undefined)
    return fold === 'fails without news' ? REMOVED : { status: 'not_known_yet' }
  const known = fold === 'by arrival' ? [last] : totals
  return {
    status: 'succeeded',
    capturedMinor: last.capturedMinor,
    currency: 'BRL',
    reversedMinor: Math.max(...known.map(({ reversedMinor }) => reversedMinor)),
    reinstatedMinor: Math.max(...known.map(({ reinstatedMinor }) => reinstatedMinor)),
  }
}

function disputesOf({ paymentId, facts, currency }: KnownPayment, fold: Fold): ToldDispute[] {
  return facts.flatMap(({ step: name, amountMinor }) => {
    if (typeof name !== 'string' || typeof amountMinor !== 'number') return []
    const step = DISPUTE_STEPS.find((one) => one === name)
    if (step === undefined && fold === 'knows every step') throw new Error(`no step ${name}`)
    return step === undefined ? [] : [{ reference: paymentId, step, amountMinor, currency }]
  })
}

function read(rawBody: string): {
  notificationId: string
  paymentId: string
  facts: ProcessorState
} {
  const { id: notificationId, paymentId, facts } = JSON.parse(rawBody)
  return { notificationId, paymentId, facts }
}

function refuse(why: string): never {
  throw new ProcessorRefused(why)
}
