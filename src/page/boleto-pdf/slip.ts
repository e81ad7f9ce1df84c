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
  beneficiary: string
  payer: string
  ourNumber: string
  documentNumber: string
  documentDate: string
  dueDate: string
  amount: string
  instructions: readonly string[]
}

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
    beneficiary: [merchant.legalName ?? merchant.name, taxIdText(merchant.taxId)].join(' '),
    payer: payerText(customer),
    ourNumber: number ?? '',
    documentNumber: orderReference ?? payment.id,
    documentDate: formatNumericDay(payment.createdAt, 'pt-BR', timeZoneOfMerchant(merchant)),
    dueDate: dayText(dueDate),
    amount,
    instructions: [
      untilWhen(dueDate),
      `Compra em ${merchant.name}${orderReference === null ? '' : `, pedido ${orderReference}`}.`,
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
function payerText(customer: Customer | null): string {
  if (customer?.name === undefined) return 'Conforme o registro do boleto no banco'
  const { name, taxId = null, billingAddress: address } = customer
  const place = address && [address.line1, address.line2, address.city, address.state]
  const parts = [`${name} ${taxIdText(taxId)}`, ...(place ?? []), address?.postalCode]
  return parts.filter((part) => part !== undefined).join(', ')
}

function taxIdText(taxId: string | null): string {
  return (taxId !== null && nameTaxId(taxId)) || ''
}

function helpText({ supportEmail, supportPhone }: Checkout['merchant']): string[] {
  const help = [supportEmail, supportPhone].filter((way) => way !== null).join(' ou ')
  return help === '' ? [] : [`Dúvidas sobre a compra: ${help}`]
}
