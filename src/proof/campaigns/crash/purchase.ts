import { setTimeout as sleep } from 'node:timers/promises'
import type { ExchangeRow } from '../../oracle/books.ts'
import { CARDS } from '../shared/test-cards.ts'
import type { Dice } from '../shared/dice.ts'
import { cardPayment } from '../shared/sealed-card.ts'
import type { CrashStage } from './stage.ts'
import { visitBank } from './visit-bank.ts'

const TIMEOUT_MS = 15_000
const TRIES_MAX = 40
const PAUSE_MS = 200
const AMOUNT = 1990

const WAYS = ['approved', 'approved', 'approved', 'declined', 'processed', 'pix'] as const
const WAYS_AT_BANK = ['pix', 'pix', 'pix', 'pix', 'pix', 'pix', 'approved', 'processed'] as const

/** What a purchase needs. */
export interface PurchaseStage extends Pick<
  CrashStage,
  'merchant' | 'checkoutKey' | 'cardKey' | 'envelopeKey' | 'witnesses'
> {
  /** With payers most shoppers pay by Pix. */
  bank?: CrashStage['bank']
  /** Needed where payers pay after the end of a session: expires sessions in the database. */
  observer?: CrashStage['observer']
  /** A request goes to any of them. */
  processes: readonly { apiUrl: string }[]
  /** Request timeout in milliseconds. */
  patienceMs?: number
  /** Tries of a request, with the same idempotency key. */
  triesMax?: number
  /** Called for each final response. */
  onAnswer?: (request: ExchangeRow) => void
  /** Called for each request without a response, or with a 5xx. */
  onFailure?: (request: ExchangeRow, why: string) => void
}

interface Asked {
  merchantId: string | null
  apiKey: string
  sessionId: string | null
  path: string
  key: string
  body: object
}

/** Retries a request with the same idempotency key, at any of the processes, until it gets a final response. */
export async function retryUntilAnswered(
  stage: PurchaseStage,
  dice: Dice,
  asked: Asked,
): Promise<ExchangeRow | undefined> {
  const { path, apiKey, key, merchantId, sessionId } = asked
  const sent = JSON.stringify(asked.body)
  for (let tries = 0; tries < (stage.triesMax ?? TRIES_MAX); tries++) {
    const route = `POST ${path}`
    const atMs = Date.now()
    const exchange: ExchangeRow = {
      merchantId,
      sessionId,
      route,
      key,
      sent,
      status: null,
      answer: null,
      atMs,
    }
    stage.witnesses.exchanges.push(exchange)
    try {
      const response = await fetch(dice.pick(stage.processes).apiUrl + path, {
        method: 'POST',
        headers: {
          'x-api-key': apiKey,
          'idempotency-key': key,
          'content-type': 'application/json',
        },
        body: sent,
        signal: AbortSignal.timeout(stage.patienceMs ?? TIMEOUT_MS),
      })
      const answer = await response.text()
      Object.assign(exchange, { status: response.status, answer })
      if (!isPassing(response.status, answer)) {
        stage.onAnswer?.(exchange)
        return exchange
      }
      if (response.status >= 500) stage.onFailure?.(exchange, answer)
    } catch (error) {
      // No response: retry.
      stage.onFailure?.(exchange, String(error))
    }
    await sleep(PAUSE_MS)
  }
  return undefined
}

function isPassing(status: number, answer: string): boolean {
  if (status >= 500) return true
  return status === 409 && answer.includes('idempotency_in_progress')
}

/** One purchase: a merchant and a shopper, from the order to its end. */
export async function makePurchase(stage: PurchaseStage, dice: Dice, name: string): Promise<void> {
  const ofMerchant = { merchantId: stage.merchant.id, apiKey: stage.merchant.apiKey }
  const created = await retryUntilAnswered(stage, dice, {
    ...ofMerchant,
    sessionId: null,
    path: '/v1/sessions',
    key: name,
    body: {
      merchantId: stage.merchant.id,
      amount: AMOUNT,
      currency: 'BRL',
      orderReference: name,
      customer: { email: 'succeed_immediately@example.com' },
    },
  })
  if (created?.status !== 201) return
  const { id, url } = JSON.parse(created.answer ?? '') as { id: string; url: string }
  const reference = url.slice(url.lastIndexOf('/') + 1)
  const checkout = { merchantId: null, apiKey: stage.checkoutKey, sessionId: id }
  const pay = async (key: string) =>
    retryUntilAnswered(stage, dice, {
      ...checkout,
      path: `/v1/checkout/${reference}/payments`,
      key,
      body: await paymentBody(stage, dice, id, key),
    })
  const keys = dice.chance(0.3) ? ['payment-1', 'payment-1'] : ['payment-1']
  if (dice.chance(0.3)) keys.push('payment-2')
  if (dice.chance(0.9)) await Promise.all(keys.map(pay))
  const payers = stage.bank?.payers
  const visit = payers && visitBank(stage, payers, dice, { sessionId: id, reference })
  // Some merchants do not wait for the payer.
  if (dice.chance(0.7)) await visit
  const merchant = { ...ofMerchant, sessionId: id }
  const path = `/v1/sessions/${id}`
  if (dice.chance(0.5))
    await retryUntilAnswered(stage, dice, {
      ...merchant,
      path: `${path}/refunds`,
      key: 'refund',
      body: { reason: `refund of ${name}`, ...(dice.chance(0.5) && { amount: 990 }) },
    })
  // Cancel what is still open, so that nothing waits for its expiry.
  await retryUntilAnswered(stage, dice, {
    ...merchant,
    path: `${path}/cancel`,
    key: 'cancel',
    body: {},
  })
  await visit
}

async function paymentBody(
  stage: PurchaseStage,
  dice: Dice,
  sessionId: string,
  idempotencyKey: string,
): Promise<object> {
  const way = dice.pick(stage.bank?.payers === undefined ? WAYS : WAYS_AT_BANK)
  if (way === 'pix') return { method: 'pix' }
  return cardPayment(stage, CARDS[way], { sessionId, amount: AMOUNT, idempotencyKey })
}
