import { resumeDeliveries } from '../database/delivery-queue.ts'
import { setCallback as storeCallback, type MerchantRecord } from '../database/merchants.ts'
import { withoutQuery } from '../audit/without-query.ts'
import { recordOperatorAct, type OperatorContext } from './operator-context.ts'

/**
 * Sends a merchant's notifications to another URL, also those that are not delivered yet and those that were held back
 * while the callback was disabled. Undefined when there is no such merchant.
 */
export async function setCallback(
  context: OperatorContext,
  { merchantId, url }: { merchantId: string; url: string },
): Promise<{ merchant: MerchantRecord; resumedDeliveries: number } | undefined> {
  return context.database.transaction(async (tx) => {
    const merchant = await storeCallback(tx, merchantId, url)
    if (merchant === undefined) return undefined
    const resumedDeliveries = await resumeDeliveries(tx, { merchantId, url, now: context.clock() })
    await recordOperatorAct(context, tx, {
      action: 'callback.set',
      subject: merchantId,
      merchantId,
      details: { url: withoutQuery(url), resumedDeliveries },
    })
    return { merchant, resumedDeliveries }
  })
}
