import type { Checkout, CheckoutPayment, PaymentAction } from '../../contract/checkout.ts'
import type { PageAction, PageCheckout, PageMoney, PagePayment } from '../../contract/page.ts'
import { shownDecline } from '../../domain/methods/card/card-decline.ts'
import { formatDay, formatInstant, timeZoneOf } from '../../domain/format-date.ts'
import { formatMoney } from '../../domain/money.ts'

/** A session as the page shows it in one language. Money and dates are formatted only here. */
export function pageCheckout(checkout: Checkout, locale: string): PageCheckout {
  const write: Writers = {
    money: (minor) => {
      const text = formatMoney({ amount: minor, currency: checkout.currency }, locale)
      return { minor, currency: checkout.currency, text }
    },
    instant: (timestamp) => formatInstant(timestamp, locale, timeZoneOf(checkout.merchant.country)),
    day: (day) => formatDay(day, locale),
  }
  const { merchant, customer, payment, installments } = checkout
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
      brandColor: merchant.brand.color,
      radiusPx: merchant.brand.radiusPx,
    },
    amount: write.money(checkout.amount),
    lines: checkout.lineItems.map(({ name, description, quantity, unitAmount, imageUrl }) => ({
      name,
      description: description ?? null,
      quantity,
      hasImage: imageUrl !== undefined,
      total: write.money(unitAmount * quantity),
    })),
    sums: pageSums(checkout, write),
    orderReference: checkout.orderReference,
    description: checkout.description,
    methods: checkout.paymentMethods,
    installments:
      installments?.map(({ count, perInstallment, total, interestFree }) => ({
        count,
        perInstallment: write.money(perInstallment),
        total: write.money(total),
        interestFree,
      })) ?? null,
    collect: checkout.collect,
    customer: {
      name: customer?.name ?? null,
      email: customer?.email ?? null,
      phone: customer?.phone ?? null,
      taxId: customer?.taxId ?? null,
      billingAddress: customer?.billingAddress ?? null,
    },
    expiresAt: checkout.expiresAt,
    payment: payment && pagePayment(payment, write),
    attemptsLeft: checkout.attemptsLeft,
    merchantNotified: checkout.merchantNotified,
    receiptEmail: checkout.receiptEmail,
    successUrl: checkout.successUrl,
    cancelUrl: checkout.cancelUrl,
  }
}

interface Writers {
  money: (minor: number) => PageMoney
  instant: (timestamp: string) => string
  day: (day: string) => string
}

/** The rows between lines and total; empty when the total equals the lines. */
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
  if (sums.length === 0 || lineItems.length === 0) return sums
  const subtotal = lineItems.reduce((sum, line) => sum + line.unitAmount * line.quantity, 0)
  return [{ kind: 'subtotal', label: null, amount: money(subtotal) }, ...sums]
}

function pagePayment(payment: CheckoutPayment, write: Writers): PagePayment {
  return {
    id: payment.id,
    status: payment.status,
    method: payment.method,
    amount: write.money(payment.amount),
    installments: payment.installments,
    card: payment.card,
    declineCode: payment.declineCode && shownDecline(payment.declineCode),
    retryable: payment.retryable,
    action: payment.action && pageAction(payment.action, write),
    paidAtText: payment.succeededAt && write.instant(payment.succeededAt),
  }
}

function pageAction(action: PaymentAction, write: Writers): PageAction {
  return 'dueDate' in action ? { ...action, dueDateText: write.day(action.dueDate) } : action
}
