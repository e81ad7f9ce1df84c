import * as z from 'zod/mini'
import type { CardBrand, PaymentMethod, PaymentState, ShownDecline } from './payment.ts'
import type { Collection, SessionPaymentState, SessionState } from './session.ts'

/**
 * Data exchanged between the page and its backend (BFF). Not a public contract: both ends are built together. Money and
 * dates are formatted on the server alone, so that hydration cannot disagree with server rendering. `zod/mini`, since
 * it ships to the shopper's browser.
 */

const Money = z.object({ minor: z.int(), text: z.string() })
export type PageMoney = z.infer<typeof Money>

const oneOf = <T extends string>() => z.custom<T>((value) => typeof value === 'string')

/** A row between the lines of an order and its total. */
const Sum = z.object({
  kind: oneOf<'subtotal' | 'discount' | 'shipping' | 'tax' | 'interest' | 'difference'>(),
  label: z.nullable(z.string()),
  /** Negative only in a `difference`, whose text has no sign. */
  amount: Money,
  /** The installment plan of `interest`; the rate is `null` when the server does not know it. */
  plan: z.optional(z.object({ count: z.int(), monthlyRate: z.nullable(z.string()) })),
})
export type PageSum = z.infer<typeof Sum>

/** Rows that a payment method or an installment plan adds to those of the order, so that they add up to its own total. */
const Adjustments = z.array(Sum)

const Installment = z.object({
  count: z.int(),
  perInstallment: Money,
  /** The installments as a sum, "33.34 + 2 × 33.33", where they are not equal. */
  text: z.optional(z.string()),
  total: Money,
  interestFree: z.boolean(),
  adjustments: Adjustments,
})
export type PageInstallment = z.infer<typeof Installment>

/** A method that takes something off the order's amount. */
const MethodDiscount = z.object({
  /** "5% off". */
  text: z.string(),
  total: Money,
  adjustments: Adjustments,
})

/**
 * An instant as text without its zone, for browsers with this offset from UTC at that time. `isLikely` is the server's guess
 * whether the browser has that offset, until hydration has checked.
 */
const LocalInstant = z.object({
  text: z.string(),
  at: z.string(),
  offsetMinutes: z.int(),
  isLikely: z.boolean(),
})
export type PageLocalInstant = z.infer<typeof LocalInstant>

/** The sentences of the screens of actions: the page has no words of its own for them. */
const ChallengeTexts = z.object({ title: z.string(), text: z.string(), button: z.string() })
const BoletoTexts = z.object({
  title: z.string(),
  how: z.string(),
  due: z.string(),
  amount: z.string(),
  line: z.string(),
  barcode: z.string(),
  copy: z.string(),
  pdf: z.string(),
  waiting: z.string(),
})
const PixTexts = z.object({
  title: z.string(),
  /** The steps of those who copy the code, and of those who scan it. */
  copySteps: z.array(z.string()),
  scanSteps: z.array(z.string()),
  orScan: z.string(),
  code: z.string(),
  qr: z.string(),
  copy: z.string(),
  /** The next step, once the code is copied. */
  next: z.string(),
  /** With `{time}` for the time that is left. */
  waiting: z.string(),
  over: z.string(),
  /** The clock time at which the code expires, with its zone. */
  until: z.string(),
  untilLocal: LocalInstant,
})
export interface PageActionTexts {
  challenge: z.infer<typeof ChallengeTexts>
  pix: z.infer<typeof PixTexts>
  boleto: z.infer<typeof BoletoTexts>
}

const Action = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('challenge'),
    url: z.string(),
    texts: ChallengeTexts,
    /** The bank may be shown in a frame, with these words around it. Absent: the browser leaves the page for it. */
    frame: z.optional(z.object({ open: z.string(), close: z.string() })),
  }),
  z.object({
    type: z.literal('pix'),
    brCode: z.string(),
    expiresAt: z.string(),
    texts: PixTexts,
  }),
  z.object({
    type: z.literal('boleto'),
    digitableLine: z.string(),
    barcode: z.string(),
    dueDate: z.string(),
    dueDateText: z.string(),
    texts: BoletoTexts,
  }),
])
export type PageAction = z.infer<typeof Action>

/** A row of a receipt: label, value, and the small print under the label. */
const ReceiptRow = z.tuple([z.string(), z.string(), z.nullable(z.string())])

const Payment = z.object({
  id: z.string(),
  status: oneOf<PaymentState>(),
  method: oneOf<PaymentMethod>(),
  amount: Money,
  adjustments: Adjustments,
  moneyTaken: z.optional(z.boolean()),
  /** How the money that was taken comes back, when it cannot go back the way it came. */
  refundText: z.optional(z.string()),
  installments: z.int(),
  /** The installments of a payment that has several. */
  installmentsText: z.optional(z.string()),
  card: z.nullable(z.object({ brand: z.nullable(oneOf<CardBrand>()), lastFour: z.string() })),
  declineCode: z.nullable(oneOf<ShownDecline>()),
  /** Why it failed. */
  decline: z.optional(z.nullable(z.object({ title: z.string(), text: z.string() }))),
  retryable: z.boolean(),
  action: z.nullable(Action),
  /** When it was paid, with the zone. */
  paidAtText: z.nullable(z.string()),
  /** When it was paid, without the zone. */
  paidAtLocal: z.nullable(LocalInstant),
  /** What was held, above the amount, where less was captured. */
  authorized: z.optional(ReceiptRow),
  /** Who was paid, where the shopper's bank names them, too: the seller, with its CPF or CNPJ. */
  payee: z.optional(z.object({ label: z.string(), text: z.string() })),
  /** The id of a paid Pix, from the central bank. */
  endToEndId: z.optional(z.object({ label: z.string(), id: z.string(), copy: z.string() })),
})
export type PagePayment = z.infer<typeof Payment>

/**
 * What the money is where it is not simply paid, in sentences: it is held, or went back. The page has no words of its own
 * for it.
 */
const Standing = z.object({
  title: z.string(),
  text: z.string(),
  /** Instead of the amount paid: while it is held, and once all of it was refunded or taken back. */
  total: z.nullable(z.object({ label: z.string(), text: z.string() })),
  facts: z.array(ReceiptRow),
})
export type PageStanding = z.infer<typeof Standing>

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
    /** Card brands that its shoppers know, the commonest first. */
    brands: z.array(oneOf<CardBrand>()),
    brandColor: z.nullable(z.string()),
    radiusPx: z.nullable(z.int()),
    /** The legal name and its CPF or CNPJ, as one text. */
    seller: z.nullable(z.string()),
    links: z.object({
      /** `mailto:` or `tel:`. */
      help: z.nullable(z.string()),
      terms: z.nullable(z.string()),
      privacy: z.nullable(z.string()),
    }),
  }),
  amount: Money,
  lines: z.array(
    z.object({
      name: z.string(),
      description: z.nullable(z.string()),
      quantity: z.int(),
      hasImage: z.boolean(),
      /** "1 unit", or several with their price: "2 × R$60.00". */
      units: z.string(),
      total: Money,
    }),
  ),
  sums: z.array(Sum),
  orderReference: z.nullable(z.string()),
  description: z.nullable(z.string()),
  methods: z.array(oneOf<PaymentMethod>()),
  /** By payment method. */
  methodDiscounts: z.optional(z.record(z.string(), MethodDiscount)),
  installments: z.nullable(z.array(Installment)),
  collect: z.object({
    name: Asked,
    email: Asked,
    phone: Asked,
    taxId: Asked,
    billingAddress: Asked,
  }),
  customer: z.object({
    name: z.optional(z.string()),
    email: z.optional(z.string()),
    phone: z.optional(z.string()),
    taxId: z.optional(z.string()),
    billingAddress: z.optional(
      z.object({
        line1: z.string(),
        line2: z.optional(z.string()),
        district: z.optional(z.string()),
        city: z.string(),
        state: z.optional(z.string()),
        postalCode: z.optional(z.string()),
        country: z.string(),
      }),
    ),
  }),
  expiresAt: z.string(),
  /** When a payment that is only held will be charged; absent while payments are captured at once. */
  chargedLater: z.optional(z.string()),
  payment: z.nullable(Payment),
  standing: z.nullable(Standing),
  attemptsLeft: z.int(),
  /** Absent while there are many, and once there are none. */
  attemptsLeftText: z.optional(z.string()),
  /** What becomes of money that came after the session had ended. */
  lateMoneyText: z.optional(z.string()),
  emailsReceipts: z.boolean(),
  notifiesMerchant: z.boolean(),
  merchantNotified: z.boolean(),
  /** Where the receipt is e-mailed to; absent when it is not. */
  receiptText: z.optional(z.string()),
  successUrl: z.nullable(z.string()),
  cancelUrl: z.nullable(z.string()),
})
export type PageCheckout = z.infer<typeof PageCheckout>

/** What a CEP tells about an address; each part may be unknown. */
export const PagePlace = z.object({
  street: z.optional(z.string()),
  district: z.optional(z.string()),
  city: z.optional(z.string()),
  /** The code of the state. */
  state: z.optional(z.string()),
})
export type PagePlace = z.infer<typeof PagePlace>

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
  /** A form that was sent without script was refused before it was read. */
  formRefused: PlainText
  /** Displayed in the frame after a challenge, until the page has the result. */
  challengeReturn: PlainText
}
