/** A merchant's backend that uses the client, for either module system. It prints the id of its session. */
const BODY = `
  const { API_KEY: apiKey, API_URL: baseUrl, MERCHANT_ID: merchantId, WEBHOOK_SECRET: secret } = process.env
  const client = new CheckoutClient({ apiKey, baseUrl })
  const session = await client.sessions.create({ merchantId, amount: 25990, currency: 'BRL' })
  const { headers, body, now } = JSON.parse(readFileSync('notification.json', 'utf8'))
  const event = await verifyWebhook(body, headers, secret, { now: new Date(now) })
  if (event.type !== 'ping') throw new Error('another event')
  const refused = await verifyWebhook(body + ' ', headers, secret, { now: new Date(now) }).catch((error) => error)
  if (!isWebhookVerificationError(refused) || refused.code !== 'no_match') throw new Error('a forgery was accepted')
  const missing = await client.sessions.get('cs_0Tq4mFhZ7Rk2vXw9sLd3Ye').catch((error) => error)
  if (!isCheckoutError(missing) || missing.code !== 'not_found') throw new Error('wrong error')
  console.log(session.id)
`
const NAMES = '{ CheckoutClient, isCheckoutError, isWebhookVerificationError, verifyWebhook }'

export const PROGRAMS: Readonly<Record<string, string>> = {
  'program.mjs': `import { readFileSync } from 'node:fs'
import ${NAMES} from 'hosted-checkout'
${BODY}`,
  'program.cjs': `const { readFileSync } = require('node:fs')
const ${NAMES} = require('hosted-checkout')
async function main() {${BODY}}
main()`,
}
