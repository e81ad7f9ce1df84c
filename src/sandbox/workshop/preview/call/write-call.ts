import type { Composition } from '#contract/preview.ts'
import { shellLiteral, typeScriptLiteral } from '#domain/code-literal.ts'

/** The fields of a request for a session, in the order of the contract. */
const ORDER = [
  'amount',
  'currency',
  'lineItems',
  'discounts',
  'shipping',
  'tax',
  'orderReference',
  'description',
  'customer',
  'collect',
  'locale',
  'paymentMethods',
  'paymentMethodDiscounts',
  'captureMethod',
  'installments',
  'pix',
  'boleto',
  'expiresInSeconds',
  'successUrl',
  'cancelUrl',
] as const

/** Stands for the merchant's id in a copied call when none is composed. */
const MERCHANT_ID_PLACEHOLDER = 'YOUR_MERCHANT_ID'

interface Call {
  merchantId: string
  [field: string]: unknown
}

function callOf({ merchant, session }: Composition): Call {
  const fields = ORDER.filter((name) => session[name] !== undefined)
  return {
    merchantId: merchant.id ?? MERCHANT_ID_PLACEHOLDER,
    ...Object.fromEntries(fields.map((name) => [name, session[name]])),
  }
}

/** The body of `POST /v1/sessions`. */
export function writeJson(composition: Composition): string {
  return JSON.stringify(callOf(composition), null, 2)
}

/** A shell command; the API key, and the merchant's id if none is composed, come from the environment. */
export function writeCurl(composition: Composition, apiUrl: string): string {
  const body = shellLiteral(writeJson(composition)).replace(
    `"${MERCHANT_ID_PLACEHOLDER}"`,
    `"'"$MERCHANT_ID"'"`,
  )
  return [
    `curl ${apiUrl}/v1/sessions \\`,
    `  -H "X-Api-Key: $API_KEY" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d ${body}`,
  ].join('\n')
}

/** A call with the published client. */
export function writeTypeScript(composition: Composition, apiUrl: string): string {
  const { merchantId, ...fields } = callOf(composition)
  const isPlaceholder = merchantId === MERCHANT_ID_PLACEHOLDER
  const merchant = isPlaceholder
    ? "process.env['MERCHANT_ID'] ?? ''"
    : typeScriptLiteral(merchantId, 2)
  const rest = Object.entries(fields).map(
    ([name, value]) => `  ${name}: ${typeScriptLiteral(value, 2)},`,
  )
  return `import { CheckoutClient } from 'hosted-checkout'

const checkout = new CheckoutClient({
  apiKey: process.env['API_KEY'] ?? '',
  environment: 'sandbox',
  baseUrl: '${apiUrl}',
})

const session = await checkout.sessions.create({
  merchantId: ${merchant},
${rest.join('\n')}
})

console.log(session.url)`
}
