import * as z from 'zod/mini'
import type { CardBrand, PaymentMethod, PaymentState, ShownDecline } from './payment.ts'
import type { Collection, SessionPaymentState, SessionState } from './session.ts'

/**
 * Data exchanged between the page and its backend (BFF). Not a public contract: both ends are built together. Money and
 * dates are formatted on the server alone, so that hydration cannot disagree with server rendering. `zod/mini`, since
 * it ships to the shopper's browser.
 */

const Money = z.object({ minor: z.int(), currency: z.string(), text: z.string() })
export type PageMoney = z.infer<typeof Money>

const oneOf = <T extends string>() => z.custom<T>((value) => typeof value === 'string')

const Installment = z.object({
  count: z.int(),
  perInstallment: Money,
  total: Money,
  interestFree: z.boolean(),
})
export type PageInstallment = z.infer<typeof Installment>

const Action = z.discriminatedUnion('type', [
  z.object({ type: z.literal('challenge'), url: z.string() }),
  z.object({ type: z.literal('pix'), brCode: z.string(), expiresAt: z.string() }),
  z.object({
    type: z.literal('boleto'),
    digitableLine: z.string(),
    barcode: z.string(),
    dueDate: z.string(),
    dueDateText: z.string(),
  }),
])
export type PageAction = z.infer<typeof Action>

const Payment = z.object({
  id: z.string(),
  status: oneOf<PaymentState>(),
  method: oneOf<PaymentMethod>(),
  amount: Money,
  installments: z.int(),
  card: z.nullable(z.object({ brand: z.nullable(oneOf<CardBrand>()), lastFour: z.string() })),
  declineCode: z.nullable(oneOf<ShownDecline>()),
  retryable: z.boolean(),
  action: z.nullable(Action),
  paidAtText: z.nullable(z.string()),
})
export type PagePayment = z.infer<typeof Payment>

const Asked = oneOf<Collection>()

/** Everything that the page shows of one session, in one language. */
export const PageCheckout = z.object({
  version: z.int(),
  now: z.string(),
  clockFrozen: z.boolean(),
  status: oneOf<SessionState>(),
  detailsWithheld: z.boolean(),
  paymentStatus: oneOf<SessionPaymentState>(),
  paidLate: z.boolean(),
  merchant: z.object({
    name: z.string(),
    country: z.string(),
    hasLogo: z.boolean(),
    brandColor: z.nullable(z.string()),
    radiusPx: z.nullable(z.int()),
  }),
  amount: Money,
  lines: z.array(
    z.object({
      name: z.string(),
      description: z.nullable(z.string()),
      quantity: z.int(),
      hasImage: z.boolean(),
      total: Money,
    }),
  ),
  sums: z.array(
    z.object({
      kind: oneOf<'subtotal' | 'discount' | 'shipping' | 'tax'>(),
      label: z.nullable(z.string()),
      amount: Money,
    }),
  ),
  orderReference: z.nullable(z.string()),
  description: z.nullable(z.string()),
  methods: z.array(oneOf<PaymentMethod>()),
  installments: z.nullable(z.array(Installment)),
  collect: z.object({
    name: Asked,
    email: Asked,
    phone: Asked,
    taxId: Asked,
    billingAddress: Asked,
  }),
  customer: z.object({
    name: z.nullable(z.string()),
    email: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    taxId: z.nullable(z.string()),
    billingAddress: z.nullable(
      z.object({
        line1: z.string(),
        line2: z.optional(z.string()),
        city: z.string(),
        state: z.optional(z.string()),
        postalCode: z.optional(z.string()),
        country: z.string(),
      }),
    ),
  }),
  expiresAt: z.string(),
  payment: z.nullable(Payment),
  attemptsLeft: z.int(),
  merchantNotified: z.boolean(),
  receiptEmail: z.nullable(z.string()),
  successUrl: z.nullable(z.string()),
  cancelUrl: z.nullable(z.string()),
})
export type PageCheckout = z.infer<typeof PageCheckout>

/** A form as a browser without script submits it and receives it back. */
export interface PageForm {
  method: PaymentMethod
  /** CSRF token, bound to the browser's cookie. */
  token: string
  /** As submitted; `null` before the first submission. */
  values: Readonly<Record<string, string>> | null
  /** A refusal that concerns no single field. */
  problem: PageProblem | null
}

/** A refusal as the page sees it: a stable code, and the request id for support. */
export const PageProblem = z.object({
  code: z.string(),
  requestId: z.string(),
  retryAfterSeconds: z.optional(z.int()),
  errors: z.optional(
    z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })),
  ),
})
export type PageProblem = z.infer<typeof PageProblem>

export interface PlainText {
  title: string
  text: string
}

/** Texts of the pages without a session, in one language. */
export interface PlainPages {
  locale: string
  direction: 'ltr' | 'rtl'
  home: PlainText
  notFound: PlainText
  /** The request id follows its text. */
  broken: PlainText
  tooOften: PlainText
  /** Load shedding: the page reloads by itself. */
  busy: PlainText
  /** A form without script was refused unread. */
  formRefused: PlainText
}
