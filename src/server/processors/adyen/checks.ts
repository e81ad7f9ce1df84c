import { z } from 'zod'
import type { CardEncryptionKey } from '#contract/checkout.ts'
import { dateOf, daysText, readCertificates } from '../key-pair.ts'
import {
  ProcessorNotAsked,
  ProcessorRefused,
  type ProcessorCertificate,
  type ProcessorCheck,
} from '../processor.ts'
import { writeAmount } from './amount.ts'
import type { Api } from './api.ts'
import { takesInstallments } from './payment-request.ts'
import type { Account } from './settings.ts'

const DAY_MS = 24 * 3_600_000
const CARDS = 'scheme'
/** Whole units in every currency. */
const AMOUNT_MINOR = 10_000

/** What Adyen is to send, as its Customer Area names it. */
const EVENTS = [
  'AUTHORISATION CAPTURE CAPTURE_FAILED CANCELLATION CANCEL_OR_REFUND TECHNICAL_CANCEL EXPIRE OFFER_CLOSED',
  'REFUND REFUND_FAILED REFUNDED_REVERSED',
].join(' ')

/** `PaymentMethodsResponse` of CheckoutService-v72. */
export const PaymentMethods = z.object({
  paymentMethods: z
    .array(z.object({ type: z.string().optional().catch(undefined) }).catch({}))
    .default([])
    .catch([]),
})

export interface Checked {
  account: Account
  api: Api
  cardKey: () => Promise<CardEncryptionKey>
  clock: () => Date
  notificationUrl: string
}

/** The certificate to which cards are sealed. */
export function certificatesOf({ certificate = '' }: Account): ProcessorCertificate[] {
  // After the leaf come those of its issuers.
  return readCertificates(certificate)
    .slice(0, 1)
    .map(({ validToDate: notAfter }) => ({ name: 'certificate', notAfter }))
}

/** What `checkout processors check` runs. None of it moves money. */
export function checksOf(checked: Checked): ProcessorCheck[] {
  const isByCertificate = checked.account.sealing.from === 'certificate'
  return [
    ...(isByCertificate ? [{ name: 'certificate', run: async () => certificateOf(checked) }] : []),
    {
      name: 'credentials',
      async run() {
        await methodsOf(checked)
        return `the key may ask for ${checked.account.merchantAccount}`
      },
    },
    { name: 'cards', run: (currencies) => checkCards(checked, currencies) },
    ...(isByCertificate ? [] : [{ name: 'client key', run: () => checkClientKey(checked) }]),
    { name: 'webhook', run: async () => webhookText(checked) },
  ]
}

function certificateOf({ account, clock }: Checked): string {
  const [certificate] = certificatesOf(account)
  if (certificate === undefined) throw new Error('certificate cannot be read')
  const end = dateOf(certificate.notAfter)
  const days = Math.floor((certificate.notAfter.getTime() - clock().getTime()) / DAY_MS)
  if (days < 0) throw new Error(`certificate ended on ${end}: download the new one`)
  return `certificate ends on ${end}, ${daysText(days)}`
}

async function checkCards(checked: Checked, currencies: readonly string[] = []): Promise<string> {
  const types = await methodsOf(checked)
  if (!types.includes(CARDS))
    throw new Error(
      `the account takes no cards, only ${types.join(', ') || 'nothing'}: add them under Settings > Payment methods`,
    )
  const isTaken = await Promise.all(currencies.map((currency) => takesCardsIn(checked, currency)))
  const refused = currencies.filter((_, index) => isTaken[index] === false)
  if (refused.length > 0)
    throw new Error(
      `the account takes no cards in ${refused.join(', ')}, which merchants take: ask Adyen to add it, or remove card from their payment methods`,
    )
  const at = currencies.length === 0 ? '' : ` in ${currencies.join(', ')}`
  const whole = currencies.filter((currency) => !takesInstallments(currency))
  const without =
    whole.length === 0 ? '' : `; in ${whole.join(', ')} a session with installments is refused`
  return `the account takes cards${at}${without}`
}

/** Whether `scheme` is among the payment methods for an amount in this currency. */
async function takesCardsIn(checked: Checked, currency: string): Promise<boolean> {
  const types = await methodsOf(checked, { amount: writeAmount(AMOUNT_MINOR, currency) })
  return types.includes(CARDS)
}

async function checkClientKey({ cardKey }: Checked): Promise<string> {
  const { n } = await cardKey()
  return `the client key answers with a key of ${8 * Buffer.from(n, 'base64url').length} bits`
}

/** The credential of payments cannot read which webhooks are set up. */
function webhookText({ notificationUrl }: Checked): string {
  return `cannot be read with this key: compare in the Customer Area, under Developers > Webhooks, that there is a standard webhook in JSON to ${notificationUrl}, active, with an HMAC key, and with the events ${EVENTS}, and those of disputes`
}

/** The types of the payment methods that the account has; `of` an amount, where it is given (`PaymentMethodsRequest` of v72). */
async function methodsOf({ account, api }: Checked, of: object = {}): Promise<string[]> {
  const { merchantAccount } = account
  const said = await advised(api.start()({ route: ROUTE, body: { merchantAccount, ...of } }))
  if (said.kind === 'refused')
    throw new ProcessorRefused(withAdvice(`${WHAT} was refused with ${said.described}`))
  if (said.kind === 'not_allowed')
    throw new ProcessorNotAsked(withAdvice(`${WHAT} was not allowed: ${said.described}`))
  const { paymentMethods } = PaymentMethods.parse(said.body)
  return paymentMethods.flatMap(({ type }) => type ?? [])
}

const ROUTE = '/paymentMethods'
const WHAT = `POST ${ROUTE}`

/** What to do about an error, by a pattern of its message. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [
    /allowed: 401/,
    'compare apiKey with Developers > API credentials: it is shown once, when it is made',
  ],
  [/ 901\b/, 'compare merchantAccount with the Customer Area: the key is not for this one'],
  [/ 010\b/, 'ask Adyen for the role Checkout webservice for this key'],
  [
    /allowed: 40[34]/,
    'a gateway refuses it: compare livePrefix, and the networks that the key allows',
  ],
  [/ENOTFOUND|EAI_AGAIN/, 'compare livePrefix with Developers > API URLs, and look at DNS'],
  [/was not sent/, 'look at the network and the firewall'],
  [/was answered with/, 'try again later, and look at the status page of Adyen'],
  [/was refused with/, 'compare merchantAccount with the Customer Area'],
]

function withAdvice(message: string): string {
  const advice = ADVICE.find(([what]) => what.test(message))?.[1]
  return advice === undefined ? message : `${message}: ${advice}`
}

/** Adds advice to the message of an error. Its class stays, since it says whether Adyen was asked. */
async function advised<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Error) error.message = withAdvice(error.message)
    throw error
  }
}
