import { badDaysNamed } from '#sandbox/fakes/api-pix/bad-days.ts'
import type { ServiceContext } from '#server/service/context.ts'
import {
  isProcessorNotAsked,
  type Processor,
  type ProcessorInquiry,
} from '#server/processors/processor.ts'
import { BANK_ACCOUNT } from '../../testing/api-pix/at-bank.ts'
import { believeStrangers, payAtBank, payThroughOutage } from '../api-pix/scenes.ts'
import type { Plant } from '../simulation/plant.ts'
import { quietly } from './focus.ts'
import { plant } from './plant-tools.ts'

/** Faults that show only at a bank of API Pix. */
export const API_PIX_PLANTS: readonly Plant[] = [
  plant("API Pix: a webhook's body is believed", ['I1', 'I2', 'I6'], {
    focus: quietly(believeStrangers),
    badDays: [],
    processor: atBank((adapter) => {
      const told = new Map<string, number>()
      return {
        ...adapter,
        readNotification(rawBody, headers, arrival) {
          for (const { paymentId, valorMinor } of pixOf(rawBody)) told.set(paymentId, valorMinor)
          return adapter.readNotification(rawBody, headers, arrival)
        },
        inquire: async (id, known) => paid(told.get(id)) ?? adapter.inquire(id, known),
      }
    }),
  }),
  plant('API Pix: a notification of an unknown payment is answered with 404', ['I12'], {
    focus: quietly(believeStrangers),
    badDays: [],
    notifications: (receive, context) => async (request) => {
      const ids = pixOf(await request.clone().text()).map(({ paymentId }) => paymentId)
      const isUnknown = ids.length > 0 && !(await areKnown(context, ids))
      return isUnknown ? new Response(null, { status: 404 }) : receive(request)
    },
  }),
  plant('API Pix: a payment is given up while the bank gives no token', ['I1', 'I2', 'I11'], {
    focus: quietly(payThroughOutage),
    badDays: [],
    processor: atBank((adapter) => ({
      ...adapter,
      async inquire(id, known) {
        try {
          return await adapter.inquire(id, known)
        } catch (error) {
          if (!isProcessorNotAsked(error)) throw error
          return { status: 'failed', declineCode: 'processing_error' }
        }
      },
    })),
  }),
  plant('API Pix: what the last webhook says replaces what the bank said', ['I1', 'I2', 'I6'], {
    focus: quietly(payAtBank),
    badDays: badDaysNamed('payment: twice'),
    processor: atBank((adapter) => {
      const last = new Map<string, number>()
      return {
        ...adapter,
        readNotification(rawBody, headers, arrival) {
          for (const { paymentId, valorMinor } of pixOf(rawBody)) last.set(paymentId, valorMinor)
          return adapter.readNotification(rawBody, headers, arrival)
        },
        async inquire(id, known) {
          const found = await adapter.inquire(id, known)
          const capturedMinor = last.get(id)
          if (found.status !== 'succeeded' || capturedMinor === undefined) return found
          return { ...found, capturedMinor }
        },
      }
    }),
  }),
]

/** Changes the adapter of the bank alone. */
function atBank(change: (adapter: Processor) => Processor): Plant['processor'] {
  return (adapter) => (adapter.name === BANK_ACCOUNT ? change(adapter) : adapter)
}

function paid(capturedMinor: number | undefined): ProcessorInquiry | undefined {
  return capturedMinor === undefined
    ? undefined
    : { status: 'succeeded', capturedMinor, currency: 'BRL' }
}

const TXID_PREFIX = 'HCPAY'

/** What a webhook's body says of payments, unchecked. */
function pixOf(rawBody: string): { paymentId: string; valorMinor: number }[] {
  try {
    const { pix } = JSON.parse(rawBody) as { pix: { txid: string; valor: string }[] }
    return pix.map(({ txid, valor }) => ({
      paymentId: txid.replace(TXID_PREFIX, 'pay_'),
      valorMinor: Number(valor.replace('.', '')),
    }))
  } catch {
    return []
  }
}

const KNOWN = { name: 'known payments', text: 'select 1 from payments where id = any ($1::text[])' }

async function areKnown({ database }: ServiceContext, ids: readonly string[]): Promise<boolean> {
  return (await database.query(KNOWN, [ids])).length === new Set(ids).size
}
