import type { Composition } from '../../../../contract/preview.ts'

/** A session as it is asked for, its fields in the order of the contract. */
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
  'installments',
  'pix',
  'boleto',
  'expiresInSeconds',
  'successUrl',
  'cancelUrl',
] as const

/** Where the id of the merchant goes, in a call that is copied before anybody has one. */
const MERCHANT_ID_PLACE = 'YOUR_MERCHANT_ID'

interface Call {
  merchantId: string
  [field: string]: unknown
}

function callOf({ merchant, session }: Composition): Call {
  const fields = ORDER.filter((name) => session[name] !== undefined)
  return {
    merchantId: merchant.id ?? MERCHANT_ID_PLACE,
    ...Object.fromEntries(fields.map((name) => [name, session[name]])),
  }
}

/** The body of `POST /v1/sessions`. */
export function writeJson(composition: Composition): string {
  return JSON.stringify(callOf(composition), null, 2)
}

/** For a shell: the key, and the id of the merchant where none is composed, come from the environment. */
export function writeCurl(composition: Composition, apiUrl: string): string {
  const body = writeJson(composition)
    // Within quotes of one stroke a shell reads nothing but their end.
    .replaceAll("'", String.raw`'\''`)
    .replace(`"${MERCHANT_ID_PLACE}"`, `"'"$MERCHANT_ID"'"`)
  return [
    `curl ${apiUrl}/v1/sessions \\`,
    `  -H "X-Api-Key: $API_KEY" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${body}'`,
  ].join('\n')
}

/** With the published client. */
export function writeTypeScript(composition: Composition, apiUrl: string): string {
  const { merchantId, ...fields } = callOf(composition)
  const isPlace = merchantId === MERCHANT_ID_PLACE
  const merchant = isPlace ? "process.env['MERCHANT_ID'] ?? ''" : literal(merchantId, 2)
  const rest = Object.entries(fields).map(([name, value]) => `  ${name}: ${literal(value, 2)},`)
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

/** A value of JSON as TypeScript is usually written. */
function literal(value: unknown, indent: number): string {
  const inner = ' '.repeat(indent + 2)
  const outer = ' '.repeat(indent)
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item === 'string'))
      return `[${value.map((item) => quoted(item)).join(', ')}]`
    const items = value.map((item) => `${inner}${literal(item, indent + 2)},`)
    return `[\n${items.join('\n')}\n${outer}]`
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(
      ([name, field]) => `${inner}${name}: ${literal(field, indent + 2)},`,
    )
    return `{\n${fields.join('\n')}\n${outer}}`
  }
  return JSON.stringify(value)
}

/** JSON's escapes are all of JavaScript's, too. */
function quoted(text: string): string {
  const inside = JSON.stringify(text).slice(1, -1)
  return `'${inside.replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`)}'`
}
