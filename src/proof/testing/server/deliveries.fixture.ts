import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, onTestFinished } from 'vitest'
import { readEvent } from '#server/database/events/events.ts'
import { statement } from '#server/database/engine/database.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import {
  insertNotifiedMerchant,
  insertTestEvent,
  type NotifiedMerchant,
} from '../notification-records.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../webhook-receiver.ts'
import { createSender, type Sender } from '#server/outgoing/send-webhook.ts'
import type { DeliveryContext } from '#server/service/events/deliveries/deliver.ts'
import {
  createDeliveryWorker,
  type DeliveryWorker,
} from '#server/service/events/deliveries/delivery-worker.ts'

export const masterKey = randomBytes(32)
export const reference = 'R'.repeat(33)
const EMPTY = statement('test: empty', 'truncate merchants cascade')

/** Fixture of a delivery test, renewed for each; the test moves `now`. */
export interface DeliveryStage {
  test: TestDatabase
  receiver: WebhookReceiver
  merchant: NotifiedMerchant
  now: Date
  logged: object[]
}

/** An empty database and a webhook receiver for every test of a file. */
export function useDeliveries() {
  const at = {} as DeliveryStage
  beforeAll(async () => {
    at.test = await createTestDatabase()
  })
  afterAll(() => at.test.drop())
  beforeEach(async () => {
    at.now = new Date()
    at.logged = []
    await at.test.database.query(EMPTY, [])
    at.receiver = await startWebhookReceiver()
    at.merchant = await newMerchant(at.receiver.url)
  })
  afterEach(() => at.receiver[Symbol.asyncDispose]())

  const later = (seconds: number) => new Date(at.now.getTime() + seconds * 1000)
  const newMerchant = (callbackUrl: string) =>
    insertNotifiedMerchant(at.test.database, { callbackUrl, key: masterKey, now: at.now })
  const newEvent = (asked: object = {}, of = at.merchant) =>
    insertTestEvent(at.test.database, {
      merchantId: of.id,
      callbackUrl: of.callbackUrl,
      createdAt: at.now,
      reference,
      ...asked,
    })

  function worker(options: Partial<DeliveryContext> = {}): DeliveryWorker {
    const made = createDeliveryWorker({
      database: at.test.database,
      clock: () => at.now,
      wallClock: () => at.now,
      random: randomBytes,
      secretKeys: [masterKey],
      sender: loopbackSender(),
      referenceOf: async () => reference,
      log: {
        warn: (details, message) => at.logged.push({ ...details, message }),
        error: (details, message) => at.logged.push({ ...details, message }),
      },
      ...options,
    })
    onTestFinished(() => made.stop())
    return made
  }

  async function deliveriesOf(event: { id: string }, of = at.merchant) {
    const read = await readEvent(at.test.database, of.id, event.id)
    return read?.deliveries ?? []
  }

  return { at, later, newMerchant, newEvent, worker, deliveriesOf }
}

export function loopbackSender(timeoutMs?: number): Sender {
  return createSender({
    lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    allowLoopback: true,
    clock: () => new Date(),
    ...(timeoutMs !== undefined && { timeoutMs }),
  })
}

export const answerWith =
  (status: number, headers: Record<string, string> = {}): WebhookReceiver['answer'] =>
  (_, response) =>
    response.writeHead(status, headers).end()
