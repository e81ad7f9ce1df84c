import type { Checkout } from '#contract/checkout.ts'
import type { Customer } from '#contract/session.ts'
import { formatNumericDay, timeZoneOfMerchant } from '#domain/format-date.ts'
import { formatDigitableLine } from '#domain/methods/boleto/boleto.ts'
import { lastDayToPay } from '#domain/methods/boleto/due-date.ts'
import { formatMoney } from '#domain/money.ts'
import { nameTaxId } from '#domain/tax-id.ts'
import { bankOf } from './banks.ts'

/** The texts of a printed boleto. It is a Brazilian document: in Portuguese, whatever language the page has. */
export interface Slip {
  id: string
  createdAt: string
  isTest: boolean
  bank: { name: string; code: string }
  digitableLine: string
  barcode: string
  beneficiary: Party
  payer: Party
  ourNumber: string
  documentNumber: string
  documentDate: string
  dueDate: string
  amount: string
  instructions: readonly string[]
}

/** Who is paid or pays: the name may be cut, the CPF or CNPJ never (Lei 12.039/2009). */
export interface Party {
  name: string
  taxId: string
  address: string
}

/** The room of a bank's field "número do documento", by CNAB 240. */
const DOCUMENT_NUMBER_LENGTH_MAX = 15

/** The boleto that a session shows; undefined when it shows none. */
export function slipOf(checkout: Checkout): Slip | undefined {
  const { payment, merchant, customer, orderReference } = checkout
  if (payment === null || payment.action === null || !('barcode' in payment.action))
    return undefined
  const { barcode, digitableLine, dueDate, number } = payment.action
  const amount = formatMoney({ amount: payment.amount, currency: checkout.currency }, 'pt-BR')
  return {
    id: payment.id,
    createdAt: payment.createdAt,
    isTest: checkout.environment === 'sandbox',
    bank: bankOf(barcode),
    digitableLine: formatDigitableLine(digitableLine),
    barcode,
    beneficiary: {
      name: merchant.legalName ?? merchant.name,
      taxId: taxIdText(merchant.taxId),
      address: '',
    },
    payer: payerOf(customer),
    ourNumber: number ?? '',
    documentNumber: documentNumberOf(orderReference, payment.id),
    documentDate: formatNumericDay(payment.createdAt, 'pt-BR', timeZoneOfMerchant(merchant)),
    dueDate: dayText(dueDate),
    amount,
    instructions: [
      untilWhen(dueDate),
      `${orderReference === null ? `Pagamento ${payment.id}` : `Pedido ${orderReference}`}, compra em ${merchant.name}.`,
      ...helpText(merchant),
    ],
  }
}

/** What cashiers read: law moves a due date on which banks are closed to the next business day. */
function untilWhen(dueDate: string): string {
  const lastDay = lastDayToPay(dueDate)
  if (lastDay === dueDate) return 'Sr. Caixa, não receber após o vencimento.'
  return `Sr. Caixa, receber até ${dayText(lastDay)}, dia útil seguinte ao vencimento, sem acréscimo.`
}

function dayText(day: string): string {
  return day.split('-').toReversed().join('/')
}

/**
 * The payer, from the merchant's data alone: the link to a slip can be shared, so the slip has no text that a shopper
 * typed.
 */
function payerOf(customer: Customer | null): Party {
  if (customer?.name === undefined)
    return { name: 'Conforme o registro do boleto no banco', taxId: '', address: '' }
  const { name, taxId = null, billingAddress: address } = customer
  const place = address && [
    address.line1,
    address.line2,
    address.district,
    address.city,
    address.state,
  ]
  const parts = [...(place ?? []), address?.postalCode].filter((part) => part !== undefined)
  return { name, taxId: taxIdText(taxId), address: parts.join(', ') }
}

/** The order where it fits, else the random end of the payment's id; both stand whole in the instructions. */
function documentNumberOf(orderReference: string | null, paymentId: string): string {
  return orderReference === null || orderReference.length > DOCUMENT_NUMBER_LENGTH_MAX
    ? paymentId.slice(-DOCUMENT_NUMBER_LENGTH_MAX)
    : orderReference
}

function taxIdText(taxId: string | null): string {
  return (taxId !== null && nameTaxId(taxId)) || ''
}

function helpText({ supportEmail, supportPhone }: Checkout['merchant']): string[] {
  const help = [supportEmail, supportPhone].filter((way) => way !== null).join(' ou ')
  return help === '' ? [] : [`Dúvidas sobre a compra: ${help}`]
}
