import { type ProcessorPayment, ProcessorRefused } from '../processor.ts'
import { writeAmount } from './amount.ts'
import type { Account } from './settings.ts'
import { shopperOf } from './shopper.ts'
import { statementOf } from './statement.ts'

const APPLICATION = { name: 'Hosted Checkout', version: '1' }
const AUTHORISATION_TYPES = { pre: 'PreAuth', final: 'FinalAuth' } as const
/** Where cards are paid in installments; in Mexico by a plan. */
const INSTALLMENTS: Readonly<Record<string, object>> = {
  BRL: {},
  JPY: {},
  MXN: { plan: 'regular' },
}

type RequestingAccount = Pick<Account, 'holdAs' | 'merchantAccount' | 'statement'>

/** The body of `POST /payments`. Throws `ProcessorRefused` for what Adyen cannot take. */
export function paymentRequest(account: RequestingAccount, payment: ProcessorPayment) {
  const { method, returnUrl, sessionId, merchantName } = payment
  if (method.type !== 'card')
    throw new ProcessorRefused(`this account takes cards, not ${method.type}`)
  const shopperStatement = account.statement ?? statementOf(merchantName)
  return {
    amount: writeAmount(payment.amountMinor, payment.currency),
    merchantAccount: account.merchantAccount,
    reference: payment.paymentId,
    ...(sessionId !== undefined && { merchantOrderReference: sessionId }),
    // The holder's name stands in the ciphertext alone.
    paymentMethod: { type: 'scheme', encryptedCard: method.encryptedCard },
    additionalData: additionalData(account, payment),
    channel: 'Web',
    origin: new URL(returnUrl).origin,
    returnUrl,
    redirectToIssuerMethod: 'GET',
    redirectFromIssuerMethod: 'GET',
    authenticationData: { threeDSRequestData: { nativeThreeDS: 'disabled' } },
    ...shopperOf(payment),
    ...(shopperStatement !== undefined && { shopperStatement }),
    ...(method.installments > 1 && {
      installments: installmentsOf(method.installments, payment.currency),
    }),
    applicationInfo: { merchantApplication: APPLICATION },
  }
}

/** Every amount is held first: so a lost answer moves no money. */
function additionalData({ holdAs }: RequestingAccount, { captureMethod }: ProcessorPayment) {
  return {
    manualCapture: 'true',
    ...(captureMethod === 'manual' &&
      holdAs !== undefined && { authorisationType: AUTHORISATION_TYPES[holdAs] }),
  }
}

export function takesInstallments(currency: string): boolean {
  return Object.hasOwn(INSTALLMENTS, currency)
}

function installmentsOf(value: number, currency: string) {
  const plan = INSTALLMENTS[currency]
  if (plan === undefined) throw new ProcessorRefused(`Adyen takes no installments in ${currency}`)
  return { value, ...plan }
}
