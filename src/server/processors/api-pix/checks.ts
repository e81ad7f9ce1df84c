import { encodeBase62 } from '#domain/base62.ts'
import type { RandomBytes } from '#domain/id.ts'
import type { ProcessorCertificate, ProcessorCheck } from '../processor.ts'
import { type Adapter, CHARGE_ROUTE } from './adapter.ts'
import { readBody } from './bank-answer.ts'
import { removeCharge } from './cancel-payment.ts'
import { locationOf } from './charge-outcome.ts'
import { dateOf, daysText, readCertificates } from '../key-pair.ts'
import { Charge } from './messages.ts'
import type { Account } from './settings.ts'
import { getWebhook } from './webhook.ts'

const DAY_MS = 24 * 3_600_000
const CHARGE_SECONDS = 60

/** The client's certificate, and the authorities with which the bank's server is verified. */
export function certificatesOf({ certificate, authorities = '' }: Account): ProcessorCertificate[] {
  const named = (name: string, pem: string) =>
    readCertificates(pem).map(({ validToDate: notAfter }) => ({ name, notAfter }))
  // After the client's own come those of its issuers.
  return [...named('certificate', certificate).slice(0, 1), ...named('authorities', authorities)]
}

/** What `checkout processors check` runs. */
export function checksOf(
  adapter: Adapter,
  {
    notificationUrl,
    hasWebhookAuthorities,
    random,
  }: { notificationUrl: string; hasWebhookAuthorities?: boolean; random: RandomBytes },
): ProcessorCheck[] {
  return [
    { name: 'certificate', run: async () => checkCertificate(adapter) },
    { name: 'credentials', run: () => advised(checkCredentials(adapter)) },
    { name: 'charge', run: () => advised(checkCharge(adapter, random)) },
    {
      name: 'webhook',
      run: async () =>
        hasWebhookAuthorities === false
          ? WITHOUT_AUTHORITIES
          : advised(checkWebhook(adapter, notificationUrl)),
    },
  ]
}

const WITHOUT_AUTHORITIES =
  'not checked: without webhookAuthorities each notification is refused, and payments are found by inquiries, later'

/** What to do about an error, by a pattern of its message. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [
    /CERT_IN_CHAIN|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|CERT_UNTRUSTED/,
    "set authorities to those of the bank's server",
  ],
  [
    /ALTNAME_INVALID|CERT_HAS_EXPIRED/,
    'compare baseUrl and tokenUrl with what the bank has written',
  ],
  [
    /ERR_SSL|ALERT/,
    'the bank refuses the client certificate: ask it which one it has for this client',
  ],
  [
    /ENOTFOUND|EAI_AGAIN/,
    'compare baseUrl and tokenUrl with what the bank has written, and look at DNS',
  ],
  [
    /ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH|ECONNRESET|timeout|no token in time/,
    'look at baseUrl, tokenUrl and the firewall',
  ],
  [
    /for a token was answered with 4|refuses a new token/,
    'compare clientId, clientSecret, tokenUrl and the scopes with what the bank has written',
  ],
  [/for a token was answered with/, 'look at tokenUrl, or try again later'],
  [/refused with 403/, 'ask the bank for the scopes that the guide lists'],
  [/refused with 404/, 'compare baseUrl and pixKey with what the bank has written'],
  [
    /refused with 4/,
    'compare pixKey with what the bank has written: it must be a key of this account',
  ],
  [/was answered with|cannot be read/, 'look at baseUrl and dialect, or try again later'],
]

/** Adds advice to the message of an error. Its class stays, since it says whether the bank was asked. */
async function advised(check: Promise<string>): Promise<string> {
  try {
    return await check
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const { message } = error
    const advice = ADVICE.find(([what]) => what.test(message))?.[1]
    if (advice !== undefined) error.message = `${message}: ${advice}`
    throw error
  }
}

function checkCertificate({ account, clock }: Adapter): string {
  const ends = certificatesOf(account).map(({ name, notAfter }) => {
    const days = Math.floor((notAfter.getTime() - clock().getTime()) / DAY_MS)
    if (days < 0)
      throw new Error(`${name} ended on ${dateOf(notAfter)}: ask the bank for a new one`)
    return `${name} ends on ${dateOf(notAfter)}, ${daysText(days)}`
  })
  return ends.join('; ')
}

async function checkCredentials({ bank }: Adapter): Promise<string> {
  await bank.start().authorize()
  return 'the bank gave a token'
}

/** Makes a charge of R$ 0.01 and removes it. No shopper gets its code. */
async function checkCharge({ account, bank }: Adapter, random: RandomBytes): Promise<string> {
  const txid = `HCCHECK${encodeBase62(random(16), 22)}`
  const session = bank.start()
  const body = {
    calendario: { expiracao: CHARGE_SECONDS },
    valor: { original: '0.01' },
    chave: account.pixKey,
  }
  const made = await session.ask({ method: 'PUT', route: CHARGE_ROUTE, values: { txid }, body })
  if (!made.ok) throw made.refusal
  const charge = readBody(CHARGE_ROUTE, Charge, made.body)
  const removed = await removeCharge(session, txid)
  if (!removed.ok) throw removed.refusal
  if (charge.pixCopiaECola !== undefined) return 'a charge of R$ 0.01 was made and removed'
  if (locationOf(charge) === undefined)
    throw new Error('the bank answers neither pixCopiaECola nor location: no code can be shown')
  if (account.receiver === undefined)
    throw new Error('the bank answers no pixCopiaECola: set receiver (name and city)')
  return 'a charge of R$ 0.01 was made and removed; its code is made of its location'
}

async function checkWebhook({ account, bank }: Adapter, expected: string): Promise<string> {
  if (!account.rules.registersWebhooks)
    return `not checked: this bank registers it on request; ask for ${expected}`
  const url = await getWebhook(bank, account)
  if (url === undefined) throw new Error(`no webhook is registered: it should be ${expected}`)
  if (withoutSlash(url) !== withoutSlash(expected))
    throw new Error(`the webhook is ${url}: it should be ${expected}`)
  return `the webhook is ${url}`
}

function withoutSlash(url: string): string {
  return url.replace(/\/$/, '')
}
