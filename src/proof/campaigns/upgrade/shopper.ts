import type { ExchangeRow } from '../../oracle/books.ts'
import { retryUntilAnswered, type PurchaseStage } from '../crash/purchase.ts'
import { cardPayment } from '../shared/sealed-card.ts'
import type { Dice } from '../shared/dice.ts'
import { CARDS } from '../shared/test-cards.ts'
import type { ReleaseName } from './stage.ts'

const AMOUNT = 1990
const REFUNDED = 990
/** `validation_failed` of 0.1.0, `seal_mismatch` of this release. */
const REFUSED = 422
const WAYS = ['approved', 'approved', 'approved', 'declined', 'processed', 'pix', 'boleto'] as const
type Way = (typeof WAYS)[number]

/** A purchase stage on which each shopper's page, and the way it seals a card, belongs to one release. */
export interface ShopperStage extends PurchaseStage {
  /** The release of a process that would serve a page now; the dice choose the process. */
  pageRelease(dice: Dice): ReleaseName
  /** A card was sealed by the page of one release and came to a process of the other: nothing was paid. */
  onRefusedCard(from: ReleaseName, answer: string): void
}

/** An order from its session to its end: paid or not, refunded or not, canceled where it is still open. */
export async function shopOnce(stage: ShopperStage, dice: Dice, name: string): Promise<void> {
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

/**
 * Pays. When a process of the other release refused the card, since it was sealed for the page's release, pays again as on a
 * reloaded page.
 */
async function pay(
  stage: ShopperStage,
  dice: Dice,
  { id, url }: { id: string; url: string },
): Promise<void> {
  const reference = url.slice(url.lastIndexOf('/') + 1)
  const way = dice.pick(WAYS)
  const from = stage.pageRelease(dice)
  const press = async (page: ReleaseName, key: string) =>
    retryUntilAnswered(stage, dice, {
      merchantId: null,
      apiKey: stage.checkoutKey,
      sessionId: id,
      path: `/v1/checkout/${reference}/payments`,
      key,
      body: await bodyOf(stage, way, { page, sessionId: id, key }),
    })
  const pressed = await press(from, 'payment-1')
  if (!isRefusedCard(way, pressed)) return
  stage.onRefusedCard(from, pressed?.answer ?? '')
  await press(from === 'before' ? 'this' : 'before', 'payment-2')
}

/** Whether the API refused a card before a payment was made. A declined card is an answer, not a refusal. */
function isRefusedCard(way: Way, pressed: Pick<ExchangeRow, 'status'> | undefined): boolean {
  return way !== 'pix' && way !== 'boleto' && pressed?.status === REFUSED
}

async function bodyOf(
  stage: ShopperStage,
  way: Way,
  { page, sessionId, key }: { page: ReleaseName; sessionId: string; key: string },
): Promise<object> {
  if (way === 'pix' || way === 'boleto') return { method: way }
  return cardPayment(stage, CARDS[way], {
    sessionId,
    amount: AMOUNT,
    idempotencyKey: key,
    inEnvelope: page === 'this',
  })
}
