import { timeZoneOfMerchant } from '#domain/format-date.ts'
import { formatTaxId } from '#domain/tax-id.ts'
import type { MerchantRecord } from '#server/database/merchants/merchants.ts'
import { time } from '#client/tools/command-line/output.ts'
import { fields } from '#client/tools/command-line/table.ts'

/** A merchant as JSON. */
export function merchantDocument({ id, brand, ...merchant }: MerchantRecord) {
  const { color = null, logoUrl = null, radiusPx = null } = brand
  return { merchantId: id, ...merchant, brand: { color, logoUrl, radiusPx } }
}

/** A merchant as text. */
export function merchantFields(merchant: MerchantRecord): string {
  const { brand, callbackUrl, callbackDisabledAt, returnOrigins } = merchant
  return fields({
    Merchant: merchant.id,
    Name: merchant.name,
    Currency: merchant.currency,
    Country: merchant.country,
    'Time zone': timeZoneOfMerchant(merchant),
    Callback: callbackUrl ?? 'none',
    ...(callbackDisabledAt && { 'Disabled since': time(callbackDisabledAt) }),
    'Return origins': returnOrigins.join(', ') || 'none',
    'Success URL': merchant.successUrl ?? 'none',
    'Cancel URL': merchant.cancelUrl ?? 'none',
    'Late payments': merchant.latePayments,
    'Amount mismatch': merchant.amountMismatch,
    'Mails to shoppers': merchant.shopperMails ? 'on' : 'off',
    'Payment methods': merchant.paymentMethods?.join(', ') ?? 'all that take the currency',
    'Brand colour': brand.color ?? 'none',
    Logo: brand.logoUrl ?? 'none',
    'Corner radius': brand.radiusPx == null ? 'none' : `${brand.radiusPx} px`,
    'Legal name': merchant.legalName ?? 'none',
    'Tax ID': merchant.taxId === null ? 'none' : formatTaxId(merchant.taxId),
    'Support e-mail': merchant.supportEmail ?? 'none',
    'Support phone': merchant.supportPhone ?? 'none',
    Terms: merchant.termsUrl ?? 'none',
    Privacy: merchant.privacyUrl ?? 'none',
    Created: time(merchant.createdAt),
  })
}
