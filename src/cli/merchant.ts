import { readMerchant, type MerchantRecord } from '../server/database/merchants.ts'
import { liveWebhookSecrets } from '../server/database/webhook-secrets.ts'
import type { Operator } from './as-operator.ts'
import { CommandFailure } from '../client/tools/command-line/exit.ts'

export async function requireMerchant(
  { database }: Operator,
  merchantId: string,
): Promise<MerchantRecord> {
  const merchant = await readMerchant(database, merchantId)
  if (merchant === undefined) throw noMerchant(merchantId)
  return merchant
}

export function noMerchant(merchantId: string): CommandFailure {
  return new CommandFailure(
    `There is no merchant ${merchantId}. Those there are: npx checkout merchants list`,
  )
}

/** How many secrets sign a merchant's notifications now. Throws where MASTER_KEY is not the one they were sealed with. */
export async function countLiveSecrets(
  { database, keys, clock }: Operator,
  merchantId: string,
): Promise<number> {
  return (await liveWebhookSecrets(database, keys.opensWebhookSecrets, merchantId, clock())).length
}
