import { resumeDeliveries } from '../../database/events/delivery-queue.ts'
import {
  setWebhookEndpoint as writeWebhookEndpoint,
  type MerchantRecord,
} from '../../database/merchants/merchants.ts'
import { withoutQuery } from '../audit/without-query.ts'
import { recordOperatorAct, type OperatorContext } from '../audit/operator-context.ts'

/**
 * Sets and enables a merchant's webhook endpoint, and redirects its pending and held deliveries. Undefined when there is
 * no such merchant.
 */
export async function setWebhookEndpoint(
  context: OperatorContext,
  { merchantId, url }: { merchantId: string; url: string },
): Promise<{ merchant: MerchantRecord; resumedDeliveries: number } | undefined> {
  return context.database.transaction(async (tx) => {
    const merchant = await writeWebhookEndpoint(tx, merchantId, url)
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
