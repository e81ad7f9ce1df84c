import type { z } from 'zod'
import type { PaymentMethod } from '#contract/payment.ts'
import type { FieldProblem } from '#contract/problem.ts'
import { CreateSession, Customer } from '#contract/session.ts'
import { problemsOfDiscounts } from '#domain/method-discounts.ts'
import { defaultMethods, type HasAccount } from '#domain/methods/default-methods.ts'
import { problemsOfSession } from '#domain/session-problems.ts'
import { METHODS } from '#domain/methods/methods.ts'
import { totalOf } from '#domain/totals.ts'
import type { MerchantRecord } from '../../database/merchants/merchants.ts'
import type { ServiceContext } from '../context.ts'
import { normalCustomer } from '../shoppers/normal-customer.ts'
import { isReturnUrlAllowed } from './return-url.ts'

type Judging = Pick<ServiceContext, 'environment' | 'layout' | 'processors'>

/** Whether this installation has an account for a method. */
export const accountsFor =
  ({ processors }: Pick<ServiceContext, 'processors'>): HasAccount =>
  (method) =>
    processors.forMethod(method) !== undefined

/** The broken rules in a body that the schema refuses. Only fields that are valid by themselves are considered. */
export function problemsOfParts(
  context: Judging,
  merchant: MerchantRecord,
  sent: unknown,
): FieldProblem[] {
  if (!isObject(sent)) return []
  const { valid, invalid } = partsOf(CreateSession.shape, sent)
  const { customer, ...body } = valid as Partial<CreateSession>
  const payer = partsOf(Customer.shape, fieldOf(sent, 'customer')).valid as Customer
  const { discounts = [], paymentMethodDiscounts = {}, currency = merchant.currency } = body
  const hasAccount = accountsFor(context)
  const total = totalOf({ ...body, discounts }, currency)
  const isPriced = !PRICED.some((field) => invalid.has(field))
  const { captureMethod } = body
  const asked = {
    currency,
    amountMinor: total.ok && isPriced ? total.amountMinor : undefined,
    captureMethod,
  }
  const paymentMethods =
    body.paymentMethods ?? defaultMethods(asked, merchant.paymentMethods, hasAccount)
  const areOffered = !invalid.has('paymentMethods') && !invalid.has('currency')
  return [
    ...(total.ok || !isPriced ? [] : total.errors),
    ...problemsOfDiscounts(paymentMethodDiscounts, {
      paymentMethods: areOffered ? paymentMethods : undefined,
      amountMinor: asked.amountMinor,
    }),
    ...(invalid.has('currency')
      ? []
      : problemsOfSession({ paymentMethods, customer: customer ?? payer }, asked, hasAccount)),
    ...(areOffered ? accountsThatHoldNothing(context, { captureMethod, paymentMethods }) : []),
    ...sandboxInProduction(context, body),
    ...normalCustomer(customer ?? payer, { merchantCountry: merchant.country }).errors,
    ...forbiddenUrls(context, merchant, body),
  ]
}

const PRICED = ['amount', 'lineItems', 'discounts', 'shipping', 'tax'] as const

/** Parses each field of a body by itself. */
function partsOf(shape: Readonly<Record<string, z.ZodType>>, sent: unknown) {
  const valid: Record<string, unknown> = {}
  const invalid = new Set<string>()
  for (const [name, schema] of Object.entries(shape)) {
    const part = schema.safeParse(fieldOf(sent, name))
    if (part.success) valid[name] = part.data
    else invalid.add(name)
  }
  return { valid, invalid }
}

function fieldOf(sent: unknown, name: string): unknown {
  return isObject(sent) && Object.hasOwn(sent, name) ? sent[name] : undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Accounts that take the money at once, of methods that can be held. */
export function accountsThatHoldNothing(
  { processors }: Pick<ServiceContext, 'processors'>,
  {
    captureMethod,
    paymentMethods,
  }: Pick<Partial<CreateSession>, 'captureMethod'> & { paymentMethods: readonly PaymentMethod[] },
): FieldProblem[] {
  if (captureMethod !== 'manual') return []
  return paymentMethods.flatMap((method) => {
    const account = processors.forMethod(method)
    const isHeld = account?.capturePayment !== undefined
    return account === undefined || isHeld || !METHODS[method].isAuthorized
      ? []
      : [
          {
            path: 'captureMethod',
            code: 'unsupported_method',
            message: `the account for ${method} takes the money at once`,
          },
        ]
  })
}

/** Settings of the sandbox are refused in production. */
export function sandboxInProduction(
  { environment }: Pick<ServiceContext, 'environment'>,
  { sandbox }: Pick<Partial<CreateSession>, 'sandbox'>,
): FieldProblem[] {
  return sandbox === undefined || environment !== 'production'
    ? []
    : [
        {
          path: 'sandbox',
          code: 'sandbox_only',
          message: 'is for the sandbox: leave it out in production',
        },
      ]
}

/** Return URLs whose origin is not registered for the merchant. */
export function forbiddenUrls(
  { layout }: Pick<ServiceContext, 'layout'>,
  { returnOrigins }: MerchantRecord,
  body: Pick<Partial<CreateSession>, 'successUrl' | 'cancelUrl'>,
): FieldProblem[] {
  return (['successUrl', 'cancelUrl'] as const).flatMap((path) => {
    const url = body[path]
    return url === undefined || isReturnUrlAllowed(url, { layout, returnOrigins })
      ? []
      : [{ path, code: 'origin_not_registered', message: NOT_REGISTERED }]
  })
}

const NOT_REGISTERED = 'its origin is not registered for the merchant'
