import { randomBytes } from 'node:crypto'
import { CompactEncrypt, importJWK } from 'jose'
import { Pool } from 'pg'
import type { CardDetails } from '#contract/checkout.ts'
import { newId } from '#domain/id.ts'
import type { ProcessorPayment } from '#server/processors/processor.ts'
import { type OpenedSimulator, openSimulator } from '#sandbox/simulator/open-simulator.ts'
import {
  createSimulatedProcessor,
  type HoldingProcessor,
} from '#sandbox/simulator/simulated-processor.ts'
import { createTestDatabase } from './database.ts'

export const SIMULATOR_URL = 'http://localhost:4243/simulator'
export const SIMULATOR_SECRET = 'secret-of-the-simulator'
export const NOTIFICATION_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

export interface ReceivedNotification {
  headers: Headers
  body: string
}

export interface TestSimulator {
  processor: HoldingProcessor
  simulator: OpenedSimulator
  pool: Pool
  /** The clock of simulator and adapter; frozen until a test moves it. */
  time: { now: Date }
  /** Notifications posted to the API so far. */
  received: ReceivedNotification[]
  /** The API's response to notifications. */
  api: { status: number }
  /** Advances the clock, and runs what is due by then. */
  pass(ms: number): Promise<number>
  /** Calls the simulator's own API. */
  call(method: string, path: string, body?: unknown): Promise<{ status: number; json: unknown }>
  /** Ledger entries of a payment, oldest first. */
  ledgerOf(paymentId: string): Promise<[kind: string, amountMinor: number][]>
  encrypt(card: Partial<CardDetails>): Promise<string>
  /** A new card payment with this card number. */
  cardPayment(number: string, changes?: Partial<ProcessorPayment>): Promise<ProcessorPayment>
  close(): Promise<void>
}

/** The simulator and its adapter over their own database, at a fixed time. */
export async function openTestSimulator({
  timeoutMs = 30_000,
  captureWithinDays = 7,
} = {}): Promise<TestSimulator> {
  const testDatabase = await createTestDatabase()
  const pool = new Pool({ connectionString: testDatabase.url, max: 20 })
  // Dropping the database ends connections that are closing.
  pool.on('error', () => undefined)
  const time = { now: new Date('2026-11-20T15:00:00.000Z') }
  const clock = () => time.now
  const received: ReceivedNotification[] = []
  const api = { status: 204 }
  const simulator = await openSimulator({
    pool,
    clock,
    random: (length) => randomBytes(length),
    secret: SIMULATOR_SECRET,
    publicUrl: SIMULATOR_URL,
    captureWithinDays,
    notify: {
      url: 'http://localhost:4243/processor/notifications',
      secret: NOTIFICATION_SECRET,
      fetch: async (request) => {
        received.push({ headers: request.headers, body: await request.text() })
        return new Response(null, { status: api.status })
      },
    },
  })
  const processor = createSimulatedProcessor({
    fetch: simulator.fetch,
    baseUrl: SIMULATOR_URL,
    secret: SIMULATOR_SECRET,
    timeoutMs,
    notificationSecret: NOTIFICATION_SECRET,
    clock,
  })
  const { kid, ...jwk } = await processor.cardEncryptionKey()
  const publicKey = await importJWK(jwk, 'RSA-OAEP-256')

  async function encrypt(card: Partial<CardDetails>): Promise<string> {
    return new CompactEncrypt(new TextEncoder().encode(JSON.stringify({ ...CARD, ...card })))
      .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid })
      .encrypt(publicKey)
  }

  return {
    processor,
    simulator,
    pool,
    time,
    received,
    api,
    encrypt,
    async pass(ms) {
      time.now = new Date(time.now.getTime() + ms)
      return simulator.runDue(time.now)
    },
    async call(method, path, body) {
      const request = new Request(SIMULATOR_URL + path, {
        method,
        headers: {
          authorization: `Bearer ${SIMULATOR_SECRET}`,
          'content-type': 'application/json',
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const response = await simulator.fetch(request)
      return { status: response.status, json: await response.json() }
    },
    async ledgerOf(paymentId) {
      const { rows } = await pool.query<{ kind: string; amount: string }>(
        `select kind, amount_minor as amount from simulator.ledger_entries
         where payment_id = $1 order by sequence`,
        [paymentId],
      )
      return rows.map(({ kind, amount }) => [kind, Number(amount)])
    },
    async cardPayment(number, changes) {
      const encryptedCard = await encrypt({
        number,
        securityCode: /^3[47]/.test(number) ? '1234' : '123',
      })
      return simulatedPayment({
        method: { type: 'card', encryptedCard, installments: 1 },
        ...changes,
      })
    },
    async close() {
      await pool.end()
      await testDatabase.drop()
    },
  }
}

const CARD: CardDetails = {
  number: '4242424242424242',
  expiryMonth: 12,
  expiryYear: 2034,
  securityCode: '123',
  name: 'Maria Silva',
}

/** A payment of R$ 259,90 with a new id. */
export function simulatedPayment(
  changes: Partial<ProcessorPayment> & Pick<ProcessorPayment, 'method'>,
): ProcessorPayment {
  return {
    paymentId: newId('pay', new Date('2026-11-20T15:00:00.000Z'), (length) => randomBytes(length)),
    amountMinor: 25_990,
    currency: 'BRL',
    merchantId: '8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e',
    merchantName: 'Loja São João',
    description: null,
    customer: {},
    returnUrl: 'http://localhost:4242/c/0123456789ABCDEFGHIJKLMNOPQRSTUVW?from=challenge',
    ...changes,
  }
}
