import { pspReference } from '#sandbox/fakes/adyen/ids.ts'
import { otherMerchant, TEST_HMAC_KEY, testMerchant } from '#sandbox/fakes/adyen/merchants.ts'
import type { Payment } from '#sandbox/fakes/adyen/records.ts'
import { webhookBody } from '#sandbox/fakes/adyen/send-webhooks.ts'
import { itemJson } from '#sandbox/fakes/adyen/tell.ts'
import type { Variant } from '#sandbox/fakes/adyen/variant.ts'
import type { Dice } from '../shared/dice.ts'
import type { AdyenDays, Deed } from './days.ts'

type StrangersDeed = Extract<Deed, `a stranger's webhook, ${string}`>

/** Who signs an item, and for which account. The company's other account may have the same key. */
const STRANGERS: Record<StrangersDeed, { hmacKey: string; account: string }> = {
  "a stranger's webhook, unsigned": { hmacKey: '', account: testMerchant().account },
  "a stranger's webhook, signed by another key": {
    hmacKey: 'FF'.repeat(32),
    account: testMerchant().account,
  },
  "a stranger's webhook, for another account": {
    hmacKey: TEST_HMAC_KEY,
    account: otherMerchant().account,
  },
}
const DEEDS = Object.keys(STRANGERS) as StrangersDeed[]
const LIES = ['AUTHORISATION', 'CAPTURE', 'CAPTURE_FAILED', 'CHARGEBACK', 'REFUND', 'CANCELLATION']
/** More than the checkout takes from an address of a processor whose webhooks are dear to verify. */
const STORM = 31
const STORM_SHARE = 0.3
const RESOLUTION = 1_000_000

/** Tells the checkout of something that never happened to a payment, by webhooks of a stranger, now and then many at once. */
export async function tellLies(
  {
    dice,
    days,
    variant,
    send,
    now,
  }: {
    dice: Dice
    days: AdyenDays
    variant: Variant
    send: (body: string) => Promise<unknown>
    now: () => Date
  },
  { pspReference: originalReference, reference, amount }: Payment,
): Promise<void> {
  const deed = dice.pick(DEEDS)
  const eventCode = dice.pick(LIES)
  const { hmacKey, account } = STRANGERS[deed]
  for (let left = dice.chance(STORM_SHARE) ? STORM : 1; left > 0; left--) {
    const item = {
      eventCode,
      pspReference: pspReference(() => dice.below(RESOLUTION) / RESOLUTION),
      ...(eventCode !== 'AUTHORISATION' && { originalReference }),
      merchantAccountCode: account,
      merchantReference: reference,
      amount,
      success: true,
      reason: '',
      eventDate: now().toISOString(),
      additionalData: {},
    }
    const webhook = { url: '', hmacKey, merchantAccount: account }
    await send(webhookBody([itemJson({ webhook, item }, variant)]))
  }
  days.note(deed)
}
