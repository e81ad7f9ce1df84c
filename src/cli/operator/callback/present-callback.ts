import type { MerchantRecord } from '#server/database/merchants/merchants.ts'
import { time } from '#client/tools/command-line/output.ts'
import { fields } from '#client/tools/command-line/table.ts'

/** A webhook endpoint as JSON. */
export function callbackDocument(merchant: MerchantRecord, liveSecrets: number) {
  const { id, callbackUrl, callbackDisabledAt } = merchant
  return { merchantId: id, callbackUrl, callbackDisabledAt, liveSecrets }
}

/** A webhook endpoint as text. */
export function callbackFields(merchant: MerchantRecord, liveSecrets: number): string {
  const { id, name, callbackUrl, callbackDisabledAt } = merchant
  return fields({
    Merchant: `${id} ${name}`,
    Callback: callbackUrl ?? 'none',
    ...(callbackDisabledAt && {
      'Disabled since': `${time(callbackDisabledAt)}, when it answered 410; "callback set" enables it`,
    }),
    'Secrets that sign': String(liveSecrets),
  })
}
