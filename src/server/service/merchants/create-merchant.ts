import type { MerchantFacts } from '#contract/merchant.ts'
import type { PaymentMethod } from '#contract/payment.ts'
import { makeWebhookSecret } from '#domain/webhook-secret.ts'
import { insertMerchant } from '../../database/merchants/merchants.ts'
import { addWebhookSecret } from '../../database/merchants/webhook-secrets.ts'
import { newUuid } from '../keys/new-uuid.ts'
import { withoutQuery } from '../audit/record-audit.ts'
import { recordOperatorAudit, type OperatorContext } from '../audit/operator-context.ts'

export interface NewMerchant extends Partial<MerchantFacts> {
  name: string
  currency: string
  country: string
  /** IANA name. Default: the zone of the country. */
  timeZone?: string
  callbackUrl: string | null
  returnOrigins: string[]
  successUrl: string | null
  cancelUrl: string | null
  /** The payment methods of sessions that name none. Default: every method that takes the currency. */
  paymentMethods?: PaymentMethod[]
}

/** Creates a merchant and its first webhook secret, which is returned only this once. */
export async function createMerchant(
  context: OperatorContext,
  merchant: NewMerchant,
): Promise<{ merchantId: string; webhookSecret: string }> {
  const { database, keys, clock, random } = context
  const now = clock()
  const merchantId = newUuid(random)
  const webhookSecret = makeWebhookSecret(random)
  await database.transaction(async (tx) => {
    await insertMerchant(tx, { ...merchant, id: merchantId, createdAt: now })
    await addWebhookSecret(tx, {
      id: newUuid(random),
      merchantId,
      secret: webhookSecret,
      key: keys.webhookSecrets,
      now,
    })
    await recordOperatorAudit(context, tx, {
      action: 'merchant.created',
      subject: merchantId,
      merchantId,
      details: { ...merchant, callbackUrl: withoutQuery(merchant.callbackUrl) },
    })
  })
  return { merchantId, webhookSecret }
}
