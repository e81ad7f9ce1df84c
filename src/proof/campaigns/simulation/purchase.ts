import type { MethodDiscounts } from '#contract/session.ts'
import { plansToSeal } from '#domain/method-discounts.ts'
import { CARDS, type Card } from '../shared/test-cards.ts'
import type { Dice } from '../shared/dice.ts'
import { envelopeOf } from '../../testing/seal-card.ts'
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
/** 9999 basis points leave one minor unit of 1 and of 1990, the least that is allowed: rounding alone would leave none. */
const DISCOUNTS = [
  {},
  { pix: { basisPoints: 500 } },
  { card: { basisPoints: 1250 }, boleto: { basisPoints: 9999 } },
  { card: { amount: 990 }, pix: { amount: 1 } },
]
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
  { dice, merchants, network }: Stage,
  earlier: readonly Purchase[],
  payer: string = dice.pick(network.payers ?? PAYERS),
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

/** Another order of the same merchant; `number` must be its own. */
export function anotherPurchase({ dice }: Stage, { merchant }: Purchase, number: number): Purchase {
  const created = creation(dice, merchant, { number, payer: 'maria' })
  return { merchant, created, id: undefined, reference: undefined, payments: 0, asked: [] }
}

/** Another order whose amount is held until its merchant captures it. */
export function heldPurchase(
  { dice }: Stage,
  { merchant }: Purchase,
  { number, payer }: { number: number; payer: string },
): Purchase {
  const created = creation(dice, merchant, { number, payer })
  const body = JSON.parse(created.body) as object
  const held = { ...body, captureMethod: 'manual', paymentMethodDiscounts: {} }
  return {
    merchant,
    created: { ...created, body: JSON.stringify(held) },
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
  const amount = dice.pick(AMOUNTS)
  const discounts = dice.pick(amount > 990 ? DISCOUNTS : DISCOUNTS.slice(0, 3))
  const body = {
    merchantId: merchant.id,
    amount,
    paymentMethodDiscounts: discounts,
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

interface Order {
  amount: number
  currency: string
  paymentMethodDiscounts: MethodDiscounts
}

/** The body of a payment, with its card in an envelope for this session and key. The same draws give the same bytes. */
export function inEnvelope(
  { context: { keys }, clock }: Stage,
  { id = '', merchant, created }: Purchase,
  body: object,
  idempotencyKey: string,
): object {
  const { card } = body as { card?: { encrypted: string } }
  if (card === undefined) return body
  const { amount, currency, paymentMethodDiscounts } = JSON.parse(created.body) as Order
  const details = { paymentMethods: ['card'] as const, installments: null, paymentMethodDiscounts }
  const seal = {
    envelopeKey: keys.cardEnvelopes.publicKey,
    sessionId: id,
    merchantId: merchant.id,
    currency,
    plans: plansToSeal({ amountMinor: amount, details }),
  }
  const sealedFor = { idempotencyKey, now: clock.now() }
  const random = (length: number) => new Uint8Array(length).fill(length)
  const encrypted = envelopeOf(card.encrypted, seal, sealedFor, random)
  return { ...body, card: { ...card, encrypted } }
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

/** The page's body for a card payment, before its card is in an envelope. */
export function cardBody({ world, network }: Stage, card: Card): object {
  const number = CARDS[card]
  const encrypted = network.sealCard?.(card) ?? world.sealedCards.get(number)
  return { method: 'card', card: { encrypted, brand: 'visa', lastFour: number.slice(-4) } }
}
