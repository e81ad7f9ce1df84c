const RESULT =
  'action additionalData amount donationToken fraudResult merchantReference order paymentMethod paymentValidations pspReference refusalReason refusalReasonCode resultCode threeDS2ResponseData threeDS2Result threeDSPaymentData'
const RECEIVED = 'merchantAccount pspReference reference status'
const SPLIT = 'amount lineItems splits'

/** The fields that CheckoutService-v72 has in its answers, by route. What stands within them is left. */
const FIELDS: Readonly<Record<string, ReadonlySet<string>>> = {
  '/cancels': namesIn(RECEIVED, 'paymentReference'),
  '/paymentMethods': namesIn('paymentMethods storedPaymentMethods'),
  '/payments': namesIn(RESULT),
  '/payments/details': namesIn(RESULT, 'shopperLocale'),
  '/payments/{psp}/captures': namesIn(
    RECEIVED,
    SPLIT,
    'paymentPspReference platformChargebackLogic subMerchants',
  ),
  '/payments/{psp}/refunds': namesIn(
    RECEIVED,
    SPLIT,
    'capturePspReference merchantRefundReason paymentPspReference store',
  ),
  '/payments/{psp}/reversals': namesIn(RECEIVED, 'paymentPspReference'),
}

/** A name that can be shown: a key of JSON may be any text, also a person's. */
const NAME = /^[A-Za-z_]\w{0,39}$/

/** The fields of an answer that the document does not have, as `POST /payments: newField`: names alone, never a value. */
export function unknownFieldsOf(route: string, body: object): string[] {
  const known = FIELDS[route]
  if (known === undefined) return []
  const names = Object.keys(body).filter((name) => !known.has(name))
  const shown = new Set(names.map((name) => (NAME.test(name) ? name : '(no name)')))
  return [...shown].map((name) => `POST ${route}: ${name}`)
}

function namesIn(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(' ')))
}
