import type { ProcessorState } from '#domain/settle.ts'
import type { ConformanceDriver, SentNotification } from '#server/processors/conformance/driver.ts'
import {
  ProcessorRefused,
  type KnownPayment,
  type Processor,
  type ProcessorInquiry,
} from '#server/processors/processor.ts'

/** How the module combines facts into an outcome; only the first way is right. */
export type Fold = 'as a set' | 'by arrival' | 'fails without news'

interface Charge {
  amountMinor: number
  reversedMinor: number
  status: 'open' | 'paid' | 'void'
}

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

  return {
    createProcessor: (): Processor => ({
      name: 'told',
      methods: ['pix'],
      isTold: true,
      cardEncryptionKey: async () => refuse('no cards'),
      async createPayment({ paymentId, amountMinor, currency, method }) {
        if (method.type !== 'pix' || currency !== 'BRL') refuse('Pix in BRL alone')
        const charge = charges.get(paymentId) ?? { amountMinor, reversedMinor: 0, status: 'open' }
        charges.set(paymentId, charge)
        return charge.status === 'void' ? REMOVED : { status: 'processing' }
      },
      inquire: async (_, known) => outcomeOf(known, fold),
      async cancelPayment(paymentId) {
        const charge = charges.get(paymentId) ?? {
          amountMinor: 0,
          reversedMinor: 0,
          status: 'open',
        }
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
    async pay({ paymentId, amountMinor }) {
      const charge = charges.get(paymentId)
      if (charge?.status !== 'open') return false
      charge.status = 'paid'
      tell(paymentId, { capturedMinor: amountMinor, currency: 'BRL', reversedMinor: 0 })
      return true
    },
    async reverse({ paymentId, currency }, amountMinor) {
      const charge = charges.get(paymentId)
      if (charge === undefined) throw new Error('there is no such charge')
      charge.reversedMinor += amountMinor
      const { amountMinor: capturedMinor, reversedMinor } = charge
      tell(paymentId, { capturedMinor, currency, reversedMinor })
    },
    notifications: async () => sent,
  }
}

const REMOVED = { status: 'failed', declineCode: 'processing_error' } as const

function outcomeOf({ facts }: KnownPayment, fold: Fold): ProcessorInquiry {
  const totals = facts.flatMap(({ capturedMinor, reversedMinor }) =>
    typeof capturedMinor === 'number' && typeof reversedMinor === 'number'
      ? [{ capturedMinor, reversedMinor }]
      : [],
  )
  const last = totals.at(-1)
  if (last === undefined)
    return fold === 'fails without news' ? REMOVED : { status: 'not_known_yet' }
  const reversed = totals.map(({ reversedMinor }) => reversedMinor)
  return {
    status: 'succeeded',
    capturedMinor: last.capturedMinor,
    currency: 'BRL',
    reversedMinor: fold === 'by arrival' ? last.reversedMinor : Math.max(...reversed),
  }
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
