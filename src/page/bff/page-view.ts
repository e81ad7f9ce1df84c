import type { Checkout, CheckoutPayment, InstallmentOption } from '#contract/checkout.ts'
import type { MerchantFacts } from '#contract/merchant.ts'
import type { PageCheckout, PageMoney, PagePayment, PageSum } from '#contract/page.ts'
import type { PaymentMethod } from '#contract/payment.ts'
import { shownDecline } from '#domain/methods/card/card-decline.ts'
import {
  formatDay,
  formatDayOf,
  formatInstant,
  formatLocalInstant,
  timeZoneOfMerchant,
} from '#domain/format-date.ts'
import { methodOfPlans } from '#domain/method-discounts.ts'
import { METHODS } from '#domain/methods/methods.ts'
import { formatMoney } from '#domain/money.ts'
import { translateIn } from '#words/translate-in.ts'
import type { Translate } from '#words/words.ts'
import { localOf } from './local-instant.ts'
import { pageAction } from './methods/page-action.ts'
import { declineTexts } from './decline-texts.ts'
import { capturedInPart, chargedLater, heldMoney } from './held-money.ts'
import { familiarBrands } from './familiar-brands.ts'
import { rareTexts } from './rare-texts.ts'
import { returnedMoney } from './returned-money.ts'
import { formatRate } from '#domain/rate.ts'
import { nameTaxId } from '#domain/tax-id.ts'

/** Keeps text that belongs together on one line. */
const NBSP = '\u00a0'

/** A session as the page shows it in one language. Money and dates are formatted only here. */
export function pageCheckout(checkout: Checkout, locale: string): PageCheckout {
  const timeZone = timeZoneOfMerchant(checkout.merchant)
  const write: Writers = {
    t: translateIn(locale),
    money: (minor) => {
      const amount = Math.abs(minor)
      return { minor, text: formatMoney({ amount, currency: checkout.currency }, locale) }
    },
    rate: (basisPoints) => formatRate(basisPoints, locale),
    instant: (timestamp) => formatInstant(timestamp, locale, timeZone),
    localInstant: (timestamp) => localOf(timestamp, locale, checkout.merchant, formatLocalInstant),
    dayOf: (timestamp) => formatDayOf(timestamp, locale, timeZone),
    day: (day) => formatDay(day, locale),
  }
  const { merchant, customer, payment, installments } = checkout
  const oneUnit = write.t('order.units', { count: 1 })
  return {
    version: checkout.version,
    now: checkout.now,
    clockFrozen: checkout.clockFrozen,
    status: checkout.status,
    detailsWithheld: checkout.detailsWithheld,
    paymentStatus: checkout.paymentStatus,
    paidLate: checkout.paidLate,
    merchant: {
      name: merchant.name,
      country: merchant.country,
      hasLogo: merchant.brand.logoUrl !== null,
      brands: familiarBrands(merchant.country),
      brandColor: merchant.brand.color,
      radiusPx: merchant.brand.radiusPx,
      seller: sellerOf(merchant),
      links: {
        help: helpUrlOf(merchant),
        terms: merchant.termsUrl,
        privacy: merchant.privacyUrl,
      },
    },
    amount: write.money(checkout.amount),
    lines: checkout.lineItems.map(({ name, description, quantity, unitAmount, imageUrl }) => ({
      name,
      description: description ?? null,
      quantity,
      hasImage: imageUrl !== undefined,
      units: quantity > 1 ? `${quantity}${NBSP}×${NBSP}${write.money(unitAmount).text}` : oneUnit,
      total: write.money(unitAmount * quantity),
    })),
    sums: pageSums(checkout, write),
    orderReference: checkout.orderReference,
    description: checkout.description,
    methods: checkout.paymentMethods,
    ...methodDiscounts(checkout, write),
    installments:
      installments?.map((option) => ({
        count: option.count,
        perInstallment: write.money(option.perInstallment),
        ...unequalInstallments(option, write),
        total: write.money(option.total),
        interestFree: option.interestFree,
        adjustments: adjustmentsOf(checkout, ofPlan(checkout, option), write),
      })) ?? null,
    collect: checkout.collect,
    customer: customer ?? {},
    expiresAt: checkout.expiresAt,
    payment: payment && pagePayment({ checkout, payment, locale }, write),
    ...chargedLater(checkout, write),
    standing: heldMoney(checkout, write) ?? returnedMoney(checkout, locale, write),
    attemptsLeft: checkout.attemptsLeft,
    ...rareTexts(checkout, locale),
    emailsReceipts: checkout.emailsReceipts,
    notifiesMerchant: checkout.notifiesMerchant,
    merchantNotified: checkout.merchantNotified,
    ...(checkout.receiptEmail !== null && {
      receiptText: write.t('paid.email', { email: checkout.receiptEmail }),
    }),
    successUrl: checkout.successUrl,
    cancelUrl: checkout.cancelUrl,
  }
}

function sellerOf({ legalName, taxId }: MerchantFacts): string | null {
  const facts = [legalName, taxId && nameTaxId(taxId)?.replace(' ', NBSP)].filter(
    (fact) => typeof fact === 'string',
  )
  return facts.length === 0 ? null : facts.join(' · ')
}

/** Prefers the e-mail address to the phone, because one can write at any hour. */
function helpUrlOf({ supportEmail, supportPhone }: MerchantFacts): string | null {
  // An address may have the signs of a query: "?" and "&".
  if (supportEmail !== null)
    return `mailto:${encodeURIComponent(supportEmail).replaceAll('%40', '@')}`
  return supportPhone && `tel:${supportPhone}`
}

interface Writers {
  t: Translate
  money: (minor: number) => PageMoney
  rate: (basisPoints: number) => string
  instant: (timestamp: string) => string
  localInstant: (timestamp: string) => NonNullable<PagePayment['paidAtLocal']>
  dayOf: (timestamp: string) => string
  day: (day: string) => string
}

/** The rows between lines and total. There is no subtotal where it would equal the total. */
function pageSums(
  { lineItems, discounts, shipping, tax }: Checkout,
  { money }: Writers,
): PageCheckout['sums'] {
  const sums: PageCheckout['sums'] = discounts.map(({ label, amount }) => ({
    kind: 'discount',
    label,
    amount: money(amount),
  }))
  if (shipping)
    sums.push({ kind: 'shipping', label: shipping.label, amount: money(shipping.amount) })
  if (tax) sums.push({ kind: 'tax', label: tax.label, amount: money(tax.amount) })
  if (sums.every(({ amount }) => amount.minor === 0) || lineItems.length === 0) return sums
  const subtotal = lineItems.reduce((sum, line) => sum + line.unitAmount * line.quantity, 0)
  return [{ kind: 'subtotal', label: null, amount: money(subtotal) }, ...sums]
}

/** What a payment of `total` by a method, in `count` installments, adds to the order's amount and takes off, in minor units. */
interface Terms {
  method: PaymentMethod | undefined
  count: number
  total: number
  discount: number
  /** Undefined or `null` from an older server or of an older payment; then the plan's interest is used. */
  interest?: number | null | undefined
  monthlyInterestBasisPoints?: number | null | undefined
}

/** As "33.34 + 2 × 33.33" where the total does not divide: the first installment carries the remainder. */
function unequalInstallments(
  { count, total }: InstallmentOption,
  { t, money }: Writers,
): { text?: string } {
  const each = Math.floor(total / count)
  const first = total - each * (count - 1)
  if (first === each) return {}
  const amount = money(each).text
  const others = count === 2 ? amount : t('receipt.in-installments', { count: count - 1, amount })
  return { text: `${money(first).text} + ${others}` }
}

/** The installments of a payment; their number alone where its amount is not that of its plan, as when less was accepted. */
function installmentsOf(
  { installments }: Checkout,
  { installments: count, amount }: CheckoutPayment,
  write: Writers,
): string {
  const plan = installments?.find((option) => option.count === count && option.total === amount)
  if (plan === undefined) return String(count)
  const each = { count, amount: write.money(plan.perInstallment).text }
  const { text = write.t('receipt.in-installments', each) } = unequalInstallments(plan, write)
  return plan.interestFree ? `${text} ${write.t('installments.free')}` : text
}

function ofPlan(checkout: Checkout, option: InstallmentOption): Terms {
  const method = methodOfPlans(checkout.paymentMethods)
  const discount = (method && checkout.paymentMethodDiscounts[method]?.discount) ?? 0
  return { ...option, method, discount }
}

/** The methods with a discount, each with its label and its price; absent without any, as in most sessions. */
function methodDiscounts(
  checkout: Checkout,
  write: Writers,
): Pick<PageCheckout, 'methodDiscounts'> {
  const discounts = checkout.paymentMethods.flatMap((method) => {
    const given = checkout.paymentMethodDiscounts[method]
    if (given === undefined) return []
    const { basisPoints, discount, total } = given
    const terms = { method, count: 1, total, discount, interest: 0 }
    const text = basisPoints === null ? write.money(discount).text : write.rate(basisPoints)
    const shown = {
      text: write.t('method.off', { discount: text }),
      total: write.money(total),
      adjustments: adjustmentsOf(checkout, terms, write),
    }
    return [[method, shown] as const]
  })
  return discounts.length > 0 ? { methodDiscounts: Object.fromEntries(discounts) } : {}
}

/** The rows by which `total` differs from the order's amount; none when it does not. */
function adjustmentsOf(
  checkout: Checkout,
  { method, count, total, discount, interest, monthlyInterestBasisPoints }: Terms,
  write: Writers,
): PageSum[] {
  const { amount, installments } = checkout
  const plan = installments?.find((option) => option.count === count)
  const known = interest ?? (plan === undefined ? 0 : plan.total - amount + discount)
  const basisPoints = monthlyInterestBasisPoints ?? plan?.monthlyInterestBasisPoints
  const monthlyRate = basisPoints == null ? null : write.rate(basisPoints)
  const rows: PageSum[] = []
  if (discount > 0)
    rows.push({
      kind: 'discount',
      label: method === undefined ? null : write.t(`method.${method}`),
      amount: write.money(discount),
    })
  if (known > 0)
    rows.push({
      kind: 'interest',
      label: null,
      amount: write.money(known),
      plan: { count, monthlyRate },
    })
  // An accepted payment may have taken another amount than was asked.
  const rest = total - amount + discount - Math.max(0, known)
  if (rest !== 0) rows.push({ kind: 'difference', label: null, amount: write.money(rest) })
  const hasSubtotal = pageSums(checkout, write).some(({ kind }) => kind === 'subtotal')
  if (rows.length === 0 || hasSubtotal) return rows
  return [{ kind: 'subtotal', label: null, amount: write.money(amount) }, ...rows]
}

function pagePayment(
  { checkout, payment, locale }: { checkout: Checkout; payment: CheckoutPayment; locale: string },
  write: Writers,
): PagePayment {
  const terms = { ...payment, count: payment.installments, total: payment.amount }
  const paidAt = payment.succeededAt && (payment.paidAt ?? payment.succeededAt)
  return {
    id: payment.id,
    status: payment.status,
    method: payment.method,
    amount: write.money(payment.amount),
    adjustments: adjustmentsOf(checkout, terms, write),
    ...(payment.moneyTaken !== undefined && { moneyTaken: payment.moneyTaken }),
    ...(payment.moneyTaken === true &&
      METHODS[payment.method].refundsTo === 'bank_account' && {
        refundText: write.t('refund.to-account', { merchant: checkout.merchant.name }),
      }),
    installments: payment.installments,
    ...(payment.installments > 1 && { installmentsText: installmentsOf(checkout, payment, write) }),
    card: payment.card,
    declineCode: payment.declineCode && shownDecline(payment.declineCode),
    decline: declineTexts(payment, locale),
    retryable: payment.retryable,
    action: payment.action && pageAction(payment.action, checkout, locale),
    paidAtText: paidAt && write.instant(paidAt),
    paidAtLocal: paidAt === null ? null : write.localInstant(paidAt),
    ...capturedInPart(payment, write),
    ...namesOfPayment(checkout.merchant, payment, write),
  }
}

/** Who was paid, and the payment's id at the central bank. */
function namesOfPayment(
  merchant: Checkout['merchant'],
  { succeededAt, payeeName, endToEndId }: CheckoutPayment,
  { t }: Writers,
): Pick<PagePayment, 'payee' | 'endToEndId'> {
  if (succeededAt === null) return {}
  const isAsEver = payeeName === (merchant.legalName ?? merchant.name)
  const text = isAsEver ? sellerOf({ ...merchant, legalName: payeeName }) : payeeName
  return {
    ...(text && { payee: { label: t('pix.payee'), text } }),
    ...(endToEndId && {
      endToEndId: { label: t('pix.id'), id: endToEndId, copy: t('pix.id.copy') },
    }),
  }
}
