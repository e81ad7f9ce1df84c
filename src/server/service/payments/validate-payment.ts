import type { CreatePayment } from '#contract/checkout.ts'
import type { PaymentMethod } from '#contract/payment.ts'
import type { FieldProblem } from '#contract/problem.ts'
import type { Customer } from '#contract/session.ts'
import { readCep } from '#domain/cep.ts'
import { discountBy, plansOf } from '#domain/method-discounts.ts'
import { METHODS } from '#domain/methods/methods.ts'
import { isRegion } from '#domain/regions.ts'
import { normalizeTaxId, taxIdKind } from '#domain/tax-id.ts'
import type { SessionForCheckout } from '../../database/sessions/sessions.ts'
import { prefillOf } from '../sessions/prefill.ts'
import { normalCustomer } from '../shoppers/normal-customer.ts'

export type ValidatedPayment =
  | { ok: true; amountMinor: number; discountMinor: number; customer: Customer }
  | { ok: false; errors: FieldProblem[] }

/** Validates a payment's method, installments and customer against its session. */
export function validatePayment(
  session: SessionForCheckout,
  body: CreatePayment,
): ValidatedPayment {
  const { details } = session
  const errors: FieldProblem[] = []
  if (!details.paymentMethods.includes(body.method))
    errors.push({ path: 'method', code: 'not_offered', message: 'this session does not offer it' })

  const options = METHODS[body.method].takesInstallments ? (plansOf(session) ?? []) : []
  const installments = 'installments' in body ? body.installments : 1
  const option = options.find(({ count }) => count === installments)
  if (installments !== 1 && option === undefined)
    errors.push({
      path: 'installments',
      code: 'not_offered',
      message: 'this session does not offer it',
    })

  const normal = normalCustomer(
    { ...prefillOf(session), ...body.customer },
    { merchantCountry: session.merchant.country, phoneCountry: body.phoneCountry },
  )
  const { customer } = normal
  errors.push(
    ...normal.errors,
    ...problemsOfAddress(body.customer.billingAddress),
    ...problemsOf(customer, session, body),
  )
  if (errors.length > 0) return { ok: false, errors }
  const discountMinor = discountBy(body.method, session)
  const amountMinor = option?.total ?? session.amountMinor - discountMinor
  return { ok: true, amountMinor, discountMinor, customer: withNormalTaxId(customer) }
}

const FIELDS = ['name', 'email', 'phone', 'taxId', 'billingAddress'] as const

/** Customer fields that a payment by this method requires and that are missing. */
export function missingFields(
  { details: { collect } }: Pick<SessionForCheckout, 'details'>,
  method: PaymentMethod,
  customer: Customer,
): (typeof FIELDS)[number][] {
  const { needs } = METHODS[method]
  const isRequired = (field: (typeof FIELDS)[number]) =>
    collect[field] === 'required' || needs.some((needed) => needed === field)
  return FIELDS.filter((field) => isRequired(field) && customer[field] === undefined)
}

function problemsOf(
  customer: Customer,
  session: SessionForCheckout,
  body: CreatePayment,
): FieldProblem[] {
  const errors: FieldProblem[] = missingFields(session, body.method, customer).map((field) => ({
    path: `customer.${field}`,
    code: 'required',
    message: 'is required',
  }))
  if (customer.taxId !== undefined && taxIdKind(customer.taxId) === undefined)
    errors.push({
      path: 'customer.taxId',
      code: 'invalid_tax_id',
      message: 'is not a valid CPF or CNPJ',
    })
  return errors
}

/** What the page asks of an address, too. A merchant's own may lack it. */
function problemsOfAddress(address: Customer['billingAddress']): FieldProblem[] {
  if (address === undefined) return []
  const { country, postalCode, state } = address
  const errors: FieldProblem[] = []
  if (country === 'BR' && postalCode !== undefined && readCep(postalCode) === undefined)
    errors.push({
      path: 'customer.billingAddress.postalCode',
      code: 'invalid_format',
      message: 'must be a CEP of eight digits',
    })
  if (state !== undefined && !isRegion(state, country))
    errors.push({
      path: 'customer.billingAddress.state',
      code: 'invalid_value',
      message: `must be a state of ${country}, as its code of two letters`,
    })
  return errors
}

function withNormalTaxId(customer: Customer): Customer {
  return customer.taxId === undefined
    ? customer
    : { ...customer, taxId: normalizeTaxId(customer.taxId) }
}
