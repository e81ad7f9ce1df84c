import { retryUntilAnswered, type PurchaseStage } from '../crash/purchase.ts'
import { cardPayment } from '../shared/sealed-card.ts'
import type { Dice } from '../shared/dice.ts'
import { CARDS } from '../shared/test-cards.ts'

const AMOUNT = 1990
const REFUNDED = 990
const WAYS = ['approved', 'approved', 'approved', 'declined', 'processed', 'pix', 'boleto'] as const
type Way = (typeof WAYS)[number]

/** An order from its session to its end: paid or not, refunded or not, canceled where it is still open. */
export async function shopOnce(stage: PurchaseStage, dice: Dice, name: string): Promise<void> {
  const { id: merchantId, apiKey } = stage.merchant
  const created = await retryUntilAnswered(stage, dice, {
    merchantId,
    apiKey,
    sessionId: null,
    path: '/v1/sessions',
    key: name,
    body: {
      merchantId,
      amount: AMOUNT,
      currency: 'BRL',
      orderReference: name,
      customer: { email: 'succeed_immediately@example.com', name: 'Maria', taxId: '52998224725' },
    },
  })
  if (created?.status !== 201) return
  const session = JSON.parse(created.answer ?? '') as { id: string; url: string }
  if (dice.chance(0.9)) await pay(stage, dice, session)
  const ofMerchant = { merchantId, apiKey, sessionId: session.id }
  const path = `/v1/sessions/${session.id}`
  if (dice.chance(0.5))
    await retryUntilAnswered(stage, dice, {
      ...ofMerchant,
      path: `${path}/refunds`,
      key: 'refund',
      body: { reason: `refund of ${name}`, ...(dice.chance(0.5) && { amount: REFUNDED }) },
    })
  await retryUntilAnswered(stage, dice, {
    ...ofMerchant,
    path: `${path}/cancel`,
    key: 'cancel',
    body: {},
  })
}

async function pay(
  stage: PurchaseStage,
  dice: Dice,
  { id, url }: { id: string; url: string },
): Promise<void> {
  const key = 'payment-1'
  await retryUntilAnswered(stage, dice, {
    merchantId: null,
    apiKey: stage.checkoutKey,
    sessionId: id,
    path: `/v1/checkout/${url.slice(url.lastIndexOf('/') + 1)}/payments`,
    key,
    body: await bodyOf(stage, dice.pick(WAYS), { sessionId: id, key }),
  })
}

async function bodyOf(
  stage: PurchaseStage,
  way: Way,
  { sessionId, key }: { sessionId: string; key: string },
): Promise<object> {
  if (way === 'pix' || way === 'boleto') return { method: way }
  return cardPayment(stage, CARDS[way], {
    sessionId,
    amount: AMOUNT,
    idempotencyKey: key,
  })
}
