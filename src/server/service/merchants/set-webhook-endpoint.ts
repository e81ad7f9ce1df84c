import { resumeDeliveries } from '../../database/events/delivery-queue.ts'
import {
  setWebhookEndpoint as writeWebhookEndpoint,
  type MerchantRecord,
} from '../../database/merchants/merchants.ts'
import { withoutQuery } from '../audit/record-audit.ts'
import { done, refuse, type Outcome } from '../outcome.ts'
import { recordOperatorAudit, type OperatorContext } from '../audit/operator-context.ts'

/** Sets and enables a merchant's webhook endpoint, and redirects its pending and held deliveries. */
export async function setWebhookEndpoint(
  context: OperatorContext,
  { merchantId, url }: { merchantId: string; url: string },
): Promise<Outcome<{ merchant: MerchantRecord; resumedDeliveries: number }, 'not_found'>> {
  return context.database.transaction(async (tx) => {
    const merchant = await writeWebhookEndpoint(tx, merchantId, url)
    if (merchant === undefined) return refuse('not_found')
    const resumedDeliveries = await resumeDeliveries(tx, { merchantId, url, now: context.clock() })
    await recordOperatorAudit(context, tx, {
      action: 'callback.set',
      subject: merchantId,
      merchantId,
      details: { url: withoutQuery(url), resumedDeliveries },
    })
    return done({ merchant, resumedDeliveries })
  })
}
