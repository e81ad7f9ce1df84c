import { describe, expect, it } from 'vitest'
import { NOW } from '../testing/adyen/test-account.ts'
import { openTestAdapter, type Reply } from '../testing/adyen/open-test-adapter.ts'
import { HELD, PAYMENT, PAYMENT_ID, PSP, REFUND_ID } from '../testing/adyen/test-payments.ts'
import recorded from './adyen-facts/request-names.json' with { type: 'json' }

type Processor = ReturnType<typeof openTestAdapter>['processor']

interface Request {
  route: string
  names: readonly string[]
}

const AUTHORISED: Reply = [200, { resultCode: 'Authorised', pspReference: PSP }]
const RECEIVED: Reply = [201, { status: 'received', pspReference: 'QFQTPCQ8HXSKGK82' }]
const ADDRESS = { line1: 'Rua Augusta 1500', city: 'São Paulo', country: 'BR', state: 'SP' }
const CUSTOMER = {
  ...PAYMENT.customer,
  phone: '+5511999990000',
  billingAddress: { ...ADDRESS, postalCode: '01304-001' },
}
const { amountMinor, currency } = PAYMENT

/** What makes the adapter send each request, with all that it can tell. */
const OURS: Readonly<Record<string, [Reply, (processor: Processor) => unknown]>> = {
  payment: [
    AUTHORISED,
    (processor) =>
      processor.createPayment({
        ...PAYMENT,
        customer: CUSTOMER,
        method: { type: 'card', encryptedCard: 'e30.b.c.d.e', installments: 3 },
      }),
  ],
  capture: [
    RECEIVED,
    (processor) =>
      processor.capturePayment?.(
        { paymentId: PAYMENT_ID, amountMinor, currency, sentAt: NOW },
        HELD,
      ),
  ],
  refund: [
    RECEIVED,
    (processor) =>
      processor.createRefund(
        { refundId: REFUND_ID, paymentId: PAYMENT_ID, amountMinor, currency, state: { since: 0 } },
        { ...HELD, captureMinor: amountMinor },
      ),
  ],
  release: [RECEIVED, (processor) => processor.cancelPayment(PAYMENT_ID, HELD)],
}

const CARD = 'The card is sealed in the browser: its number is never seen.'
const SHOPPER = 'It helps to tell who pays, and the order knows it.'
const HOSTED = 'The page is hosted, and the challenge is a redirect by GET.'

/** Where the adapter's requests differ from those of the other platform (`+`: only here, `-`: only there), and why. */
const DIFFERENCES: Readonly<Record<string, string>> = {
  'payment +additionalData.manualCapture': 'Every amount is held first.',
  'payment -additionalData.executeThreeD':
    'It is of older versions: `authenticationData` has taken its place.',
  'payment +applicationInfo.merchantApplication.name': 'Adyen asks software to name itself.',
  'payment +applicationInfo.merchantApplication.version': 'Adyen asks software to name itself.',
  'payment +authenticationData.threeDSRequestData.nativeThreeDS': HOSTED,
  'payment +billingAddress.city': SHOPPER,
  'payment +billingAddress.country': SHOPPER,
  'payment +billingAddress.houseNumberOrName': SHOPPER,
  'payment +billingAddress.postalCode': SHOPPER,
  'payment +billingAddress.stateOrProvince': SHOPPER,
  'payment +billingAddress.street': SHOPPER,
  'payment +channel': HOSTED,
  'payment +countryCode': SHOPPER,
  'payment +installments.value': 'Cards are paid in installments in Brazil.',
  'payment +merchantOrderReference': 'It groups the payments of one order.',
  'payment +origin': HOSTED,
  'payment -paymentMethod.cvc': CARD,
  'payment +paymentMethod.encryptedCard': CARD,
  'payment -paymentMethod.expiryMonth': CARD,
  'payment -paymentMethod.expiryYear': CARD,
  'payment -paymentMethod.number': CARD,
  'payment +redirectFromIssuerMethod': HOSTED,
  'payment +redirectToIssuerMethod': HOSTED,
  'payment +shopperEmail': SHOPPER,
  'payment -shopperInteraction': 'Without it Adyen takes `Ecommerce`, which is meant.',
  'payment +shopperLocale': SHOPPER,
  'payment -shopperName': 'It is sent with its parts, or not at all.',
  'payment +shopperName.firstName': SHOPPER,
  'payment +shopperName.lastName': SHOPPER,
  'payment +shopperStatement': 'The shopper finds the store on the statement.',
  'payment +socialSecurityNumber': SHOPPER,
  'payment +telephoneNumber': SHOPPER,
  'refund -merchantRefundReason': 'It is optional, and its values are not those of an order here.',
  'release -POST /payments/{psp}/cancels':
    'A network may have taken the money at once: a reversal releases or gives back.',
  'release +POST /payments/{psp}/reversals':
    'A network may have taken the money at once: a reversal releases or gives back.',
}

async function sent(name: string): Promise<Request> {
  const [reply, call] = OURS[name] ?? [RECEIVED, () => undefined]
  const { processor, asked } = openTestAdapter([reply])
  await call(processor)
  const [first] = asked
  return { route: first?.what.replace(PSP, '{psp}') ?? '', names: namesOf(first?.body) }
}

/** The names of what stands in a body, with those above them: `amount.value`. */
function namesOf(body: unknown, above = ''): string[] {
  if (typeof body !== 'object' || body === null) return [above]
  return Object.entries(body).flatMap(([name, value]) =>
    namesOf(value, above === '' ? name : `${above}.${name}`),
  )
}

function differences(name: string, ours: Request, theirs: Request): string[] {
  const [mine, other] = [ours, theirs].map(({ route, names }) => new Set([route, ...names]))
  return [
    ...[...(mine ?? [])].filter((one) => other?.has(one) === false).map((one) => `${name} +${one}`),
    ...[...(other ?? [])].filter((one) => mine?.has(one) === false).map((one) => `${name} -${one}`),
  ]
}

describe('requests to Adyen, beside those of another platform', () => {
  it.each(Object.entries<Request>(recorded))(
    'differ in that of a %s only where a reason is given',
    async (name, theirs) => {
      const given = Object.keys(DIFFERENCES).filter((one) => one.startsWith(`${name} `))
      const found = differences(name, await sent(name), theirs)
      expect(found.toSorted()).toEqual(given.toSorted())
    },
  )

  it('are compared one by one, and no reason is left over', () => {
    const names = Object.keys(recorded)
    expect(Object.keys(OURS)).toEqual(names)
    const leftOver = Object.keys(DIFFERENCES).filter(
      (one) => !names.includes(one.split(' ')[0] ?? ''),
    )
    expect(leftOver).toEqual([])
  })
})
