import { CARDS, type Card } from '../shared/test-cards.ts'
import type { Dice } from '../shared/dice.ts'
import { ask, type Asked } from './client.ts'
import type { StageMerchant } from './open-merchants.ts'
import type { Stage } from './stage.ts'

/** A session as its merchant and its shopper know it. */
export interface Purchase {
  merchant: StageMerchant
  /** The merchant's request; sending it again is a retry. */
  created: Asked
  /** Undefined until the response has arrived. */
  id: string | undefined
  reference: string | undefined
  payments: number
  /** Every request about it with an idempotency key, for retries. */
  asked: Asked[]
}

/** 1990 is inexact in floating point: 19.9 * 100 is 1989.9999999999998. */
const AMOUNTS = [1, 1990, 25_990]
const PAYERS = [
  'maria',
  'succeed_immediately',
  'expire_immediately',
  'expire_with_delay',
  'fill_never',
  'refund_pending',
  'refund_fails',
  'refund_fails',
]

/** Draws the order of a merchant; `create` sends the request. */
export function planPurchase(
  { dice, merchants }: Stage,
  earlier: readonly Purchase[],
  payer: string = dice.pick(PAYERS),
): Purchase {
  const merchant = dice.pick(merchants)
  const number = earlier.filter((purchase) => purchase.merchant === merchant).length
  return {
    merchant,
    created: creation(dice, merchant, { number, payer }),
    id: undefined,
    reference: undefined,
    payments: 0,
    asked: [],
  }
}

function creation(
  dice: Dice,
  merchant: StageMerchant,
  { number, payer }: { number: number; payer: string },
): Asked {
  const body = {
    merchantId: merchant.id,
    amount: dice.pick(AMOUNTS),
    currency: 'BRL',
    orderReference: `${merchant.id} ${number}`,
    customer: { email: `${payer}@example.com`, name: 'Maria', taxId: '52998224725' },
    expiresInSeconds: 1800,
  }
  return {
    merchantId: merchant.id,
    apiKey: merchant.apiKey,
    sessionId: null,
    method: 'POST',
    path: '/v1/sessions',
    // Two merchants may use the same order numbers.
    key: `order-${number}`,
    body: JSON.stringify(body),
  }
}

export async function create(stage: Stage, purchase: Purchase): Promise<void> {
  const { status, answer } = await ask(stage, purchase.created)
  if (status === 201 && answer !== null) learn(purchase, answer)
}

function learn(purchase: Purchase, answer: string): void {
  const { id, url } = JSON.parse(answer) as { id: string; url: string }
  purchase.id = id
  purchase.reference = url.slice(url.lastIndexOf('/') + 1)
}

/** A request of the page about a session. */
export function checkoutCall(
  stage: Stage,
  { id, reference }: Purchase,
  path: string,
  body: object = {},
  key: string | null = null,
): Asked {
  return {
    merchantId: null,
    apiKey: stage.checkoutKey,
    sessionId: id ?? null,
    method: 'POST',
    path: `/v1/checkout/${reference}${path}`,
    key,
    body: JSON.stringify(body),
  }
}

/** A request of the merchant about a session. */
export function merchantCall(
  { id, merchant }: Purchase,
  path: string,
  body: object | undefined,
  key: string | null,
): Asked {
  return {
    merchantId: merchant.id,
    apiKey: merchant.apiKey,
    sessionId: id ?? null,
    method: body === undefined ? 'GET' : 'POST',
    path: `/v1/sessions/${id}${path}`,
    key,
    body: JSON.stringify(body ?? {}),
  }
}

/** The page's body for a card payment. */
export function cardBody({ world }: Stage, card: Card): object {
  const number = CARDS[card]
  const encrypted = world.sealedCards.get(number)
  return { method: 'card', card: { encrypted, brand: 'visa', lastFour: number.slice(-4) } }
}
