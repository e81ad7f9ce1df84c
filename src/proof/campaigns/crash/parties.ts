import { issueKey, keyOfCheckout } from '#server/service/keys/issue-key.ts'
import { openDatabase } from '#server/database/engine/open-database.ts'
import { makeMerchant, operatorOf } from '../../testing/merchant.ts'

/** Callers of the API. */
export interface Parties {
  merchant: { id: string; apiKey: string }
  checkoutKey: string
}

const SILENT = { info: () => undefined, warn: () => undefined }

/** Creates a merchant of the sandbox and the page's backend, each with a key. */
export async function makeParties(
  url: string,
  { masterKey, callbackUrl }: { masterKey: Uint8Array; callbackUrl: string | null },
): Promise<Parties> {
  const database = openDatabase({ url, log: SILENT })
  try {
    const operator = operatorOf(database, masterKey)
    const { merchantId: id, apiKey } = await makeMerchant(operator, 'sandbox', {
      callbackUrl,
      returnOrigins: ['https://store.example'],
    })
    const { apiKey: checkoutKey } = await issueKey(operator, keyOfCheckout('sandbox'))
    return { merchant: { id, apiKey }, checkoutKey }
  } finally {
    await database.close()
  }
}
