import type { PageCheckout, PageMoney, PageSum } from '../../../contract/page.ts'
import type { PageInput } from '../load-build.ts'

/** Replaces a text that the page shows as it is. */
export type Hole = (text: string) => string

/** An input without what differs from one open session to the next. */
type HolesOf = (input: PageInput, hole: Hole) => PageInput

/** The reference of every template; it needs no escaping in URLs. */
export const REFERENCE_HOLE = 'the-reference-of-this-page'

/** Longer than the page's notices of the time that is left; nearer to its end a session is rendered afresh. */
const LEFT_MS_MIN = 2 * 60 * 60_000
const NOW = '2026-01-01T00:00:00.000Z'
const EXPIRES_AT = '2026-01-02T00:00:00.000Z'
const URL_SAFE = /^[\w-]+$/
const SECURE = 'https://'

/**
 * Whether a page is one of many that differ by texts alone: an open session before its first payment. Of the texts, the
 * page inspects masked fields, the first sign of an amount, and the scheme of a link.
 */
export function hasTemplate(input: PageInput): input is PageInput & { checkout: PageCheckout } {
  const { checkout, reference, problem, form, search } = input
  if (checkout === null || reference === null || !URL_SAFE.test(reference)) return false
  if (problem !== null || form !== null || search !== '') return false
  const { status, payment, returned, detailsWithheld, customer } = checkout
  if (status !== 'open' || payment !== null || returned !== null || detailsWithheld) return false
  if (checkout.attemptsLeftText !== undefined || checkout.lateMoneyText !== undefined) return false
  const { phone, taxId, billingAddress } = customer
  if ((phone ?? taxId ?? billingAddress) !== undefined) return false
  if (Date.parse(checkout.expiresAt) - Date.parse(checkout.now) < LEFT_MS_MIN) return false
  return [checkout.cancelUrl, checkout.successUrl].every((url) => url?.startsWith(SECURE) !== false)
}

/** The input with a hole for each text that only its session has, always in the same order. */
export const withHoles: HolesOf = (input, hole) => {
  const { checkout } = input
  return {
    ...input,
    reference: REFERENCE_HOLE,
    payBy: input.payBy && hole(input.payBy),
    checkout: checkout && checkoutWithHoles(checkout, hole),
  }
}

function checkoutWithHoles(checkout: PageCheckout, hole: Hole): PageCheckout {
  const text = (text: string) => (text === '' ? '' : hole(text))
  const optional = (text: string | null) => text && hole(text)
  const link = (url: string | null) => url && SECURE + hole(url.slice(SECURE.length))
  const money = ({ minor, text }: PageMoney) => ({ minor: Math.sign(minor), text: hole(text) })
  const sum = ({ label, amount, plan, ...kind }: PageSum): PageSum => ({
    ...kind,
    label: optional(label),
    amount: money(amount),
    ...(plan && { plan: { ...plan, monthlyRate: optional(plan.monthlyRate) } }),
  })
  const { name, email, ...customer } = checkout.customer
  return {
    ...checkout,
    version: 0,
    now: NOW,
    expiresAt: EXPIRES_AT,
    amount: money(checkout.amount),
    lines: checkout.lines.map((line) => ({
      ...line,
      name: text(line.name),
      description: optional(line.description),
      quantity: 1,
      units: text(line.units),
      total: money(line.total),
    })),
    sums: checkout.sums.map(sum),
    orderReference: optional(checkout.orderReference),
    description: optional(checkout.description),
    ...(checkout.methodDiscounts && {
      methodDiscounts: Object.fromEntries(
        Object.entries(checkout.methodDiscounts).map(([method, { text, total, adjustments }]) => [
          method,
          { text: hole(text), total: money(total), adjustments: adjustments.map(sum) },
        ]),
      ),
    }),
    installments:
      checkout.installments?.map(({ perInstallment, total, adjustments, ...plan }) => ({
        ...plan,
        perInstallment: money(perInstallment),
        total: money(total),
        adjustments: adjustments.map(sum),
      })) ?? null,
    customer: {
      ...customer,
      ...(name !== undefined && { name: text(name) }),
      ...(email !== undefined && { email: text(email) }),
    },
    successUrl: link(checkout.successUrl),
    cancelUrl: link(checkout.cancelUrl),
  }
}
