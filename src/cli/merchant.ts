import { readMerchant, type MerchantRecord } from '#server/database/merchants/merchants.ts'
import { liveWebhookSecrets } from '#server/database/merchants/webhook-secrets.ts'
import type { Operator } from './as-operator.ts'
import type { CommandFailure } from '#client/tools/command-line/exit.ts'
import { notFound } from './value-of.ts'

export async function requireMerchant(
  { database }: Operator,
  merchantId: string,
): Promise<MerchantRecord> {
  const merchant = await readMerchant(database, merchantId)
  if (merchant === undefined) throw noMerchant(merchantId)
  return merchant
}

export function noMerchant(merchantId: string): CommandFailure {
  return notFound({ kind: 'merchant', id: merchantId })
}

/** Counts a merchant's webhook secrets in force. Throws `SealBroken` under another MASTER_KEY. */
export async function countLiveSecrets(
  { database, keys, clock }: Operator,
  merchantId: string,
): Promise<number> {
  return (await liveWebhookSecrets(database, keys.opensWebhookSecrets, merchantId, clock())).length
}
