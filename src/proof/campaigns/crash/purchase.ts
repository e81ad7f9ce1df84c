import { CARDS } from '../shared/test-cards.ts'
import type { Dice } from '../shared/dice.ts'
import { cardPayment } from '../shared/sealed-card.ts'
import { retryUntilAnswered, type PurchaseStage } from './retry-until-answered.ts'
import { visitBank } from './visit-bank.ts'

const AMOUNT = 1990
const REFUNDED = 990
const ORDER = { customer: { email: 'succeed_immediately@example.com' } }

const WAYS = ['approved', 'approved', 'approved', 'declined', 'processed', 'pix'] as const
const WAYS_AT_BANK = ['pix', 'pix', 'pix', 'pix', 'pix', 'pix', 'approved', 'processed'] as const
type Way = (typeof WAYS)[number] | 'boleto'

/** A session, and the reference under which the page shows it. */
export interface Ordered {
  id: string
  reference: string
}

/** The merchant creates a session; undefined when it was not created. */
export async function createSession(
  stage: PurchaseStage,
  dice: Dice,
  name: string,
  order: { customer?: object; captureMethod?: 'manual' } = {},
): Promise<Ordered | undefined> {
  const { id: merchantId, apiKey } = stage.merchant
  const created = await retryUntilAnswered(stage, dice, {
    merchantId,
    apiKey,
    sessionId: null,
    path: '/v1/sessions',
    key: name,
    body: { merchantId, amount: AMOUNT, currency: 'BRL', orderReference: name, ...order },
  })
  if (created?.status !== 201) return undefined
  const { id, url } = JSON.parse(created.answer ?? '') as { id: string; url: string }
  return { id, reference: url.slice(url.lastIndexOf('/') + 1) }
}

/** The page's backend asks for a payment. */
export async function requestPayment(
  stage: PurchaseStage,
  dice: Dice,
  { id, reference }: Ordered,
  { way, key }: { way: Way; key: string },
): Promise<void> {
  const body =
    way === 'pix' || way === 'boleto'
      ? { method: way }
      : await cardPayment(stage, CARDS[way], {
          sessionId: id,
          amount: AMOUNT,
          idempotencyKey: key,
          now: stage.bank?.now?.(),
        })
  await retryUntilAnswered(stage, dice, {
    merchantId: null,
    apiKey: stage.checkoutKey,
    sessionId: id,
    path: `/v1/checkout/${reference}/payments`,
    key,
    body,
  })
}

/** The merchant sometimes asks for a refund, in full or in part. */
export async function refundSometimes(
  stage: PurchaseStage,
  dice: Dice,
  { id }: Ordered,
  name: string,
): Promise<void> {
  if (!dice.chance(0.5)) return
  await retryUntilAnswered(stage, dice, {
    merchantId: stage.merchant.id,
    apiKey: stage.merchant.apiKey,
    sessionId: id,
    path: `/v1/sessions/${id}/refunds`,
    key: 'refund',
    body: { reason: `refund of ${name}`, ...(dice.chance(0.5) && { amount: REFUNDED }) },
  })
}

/** Cancels what is still open, so that nothing waits for its expiry. Resolves to the status of the answer. */
export async function cancelSession(
  stage: PurchaseStage,
  dice: Dice,
  { id }: Ordered,
): Promise<number | null | undefined> {
  const canceled = await retryUntilAnswered(stage, dice, {
    merchantId: stage.merchant.id,
    apiKey: stage.merchant.apiKey,
    sessionId: id,
    path: `/v1/sessions/${id}/cancel`,
    key: 'cancel',
    body: {},
  })
  return canceled?.status
}

/** One purchase: a merchant and a shopper, from the order to its end. */
export async function makePurchase(stage: PurchaseStage, dice: Dice, name: string): Promise<void> {
  const ordered = await createSession(stage, dice, name, ORDER)
  if (ordered === undefined) return
  const ways = stage.bank?.payers === undefined ? WAYS : WAYS_AT_BANK
  const pay = (key: string) => requestPayment(stage, dice, ordered, { way: dice.pick(ways), key })
  const keys = dice.chance(0.3) ? ['payment-1', 'payment-1'] : ['payment-1']
  if (dice.chance(0.3)) keys.push('payment-2')
  if (dice.chance(0.9)) await Promise.all(keys.map(pay))
  const payers = stage.bank?.payers
  const visit =
    payers &&
    visitBank(stage, payers, dice, { sessionId: ordered.id, reference: ordered.reference })
  // Some merchants do not wait for the payer.
  if (dice.chance(0.7)) await visit
  await refundSometimes(stage, dice, ordered, name)
  await cancelSession(stage, dice, ordered)
  await visit
}
