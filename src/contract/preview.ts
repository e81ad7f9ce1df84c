import { z } from 'zod'
import { Brand } from './checkout.ts'
import { MerchantId } from './ids.ts'
import { LIMITS } from './limits.ts'
import type { FieldProblem } from './problem.ts'
import type { CreateSessionInput } from './session.ts'
import { CountryCode, plainText, WebUrl } from './values.ts'

/**
 * Data exchanged between the sandbox's preview and its backend, also carried in the preview's URL. Not a public
 * contract: both ends are built together.
 */

export const PREVIEW_LIMITS = {
  /** URL length that browsers, proxies and messengers accept. */
  codeLengthMax: 6000,
  /** Length of the decoded JSON. */
  jsonLengthMax: LIMITS.bodyBytesMax,
} as const

const text = z.string().max(LIMITS.urlLengthMax)
const amount = z.object({ label: text, amount: z.number() }).partial()
const address = z
  .object({
    line1: text,
    line2: text,
    district: text,
    city: text,
    state: text,
    postalCode: text,
    country: text,
  })
  .partial()

/** A session that is being composed: its types are right, and any field may be missing. */
const ComposedSession = z
  .object({
    amount: z.number(),
    currency: text,
    lineItems: z
      .array(
        z
          .object({
            name: text,
            description: text,
            quantity: z.number(),
            unitAmount: z.number(),
            imageUrl: text,
          })
          .partial(),
      )
      .max(LIMITS.lineItemsMax),
    discounts: z.array(amount).max(LIMITS.discountsMax),
    shipping: amount,
    tax: amount,
    orderReference: text,
    description: text,
    customer: z
      .object({ email: text, name: text, phone: text, taxId: text, billingAddress: address })
      .partial(),
    collect: z
      .object({ name: text, email: text, phone: text, taxId: text, billingAddress: text })
      .partial(),
    locale: text,
    paymentMethods: z.array(text).max(10),
    paymentMethodDiscounts: z.record(
      text,
      z.object({ basisPoints: z.number(), amount: z.number() }).partial(),
    ),
    captureMethod: text,
    installments: z
      .object({
        max: z.number(),
        minimumPerInstallment: z.number(),
        interestFree: z.number(),
        monthlyInterestBasisPoints: z.number(),
      })
      .partial(),
    pix: z.object({ expiresInSeconds: z.number() }).partial(),
    boleto: z.object({ expiresInDays: z.number() }).partial(),
    expiresInSeconds: z.number(),
    successUrl: text,
    cancelUrl: text,
  })
  .partial()
export type ComposedSession = z.infer<typeof ComposedSession>

export const Composition = z.object({
  merchant: z
    .object({
      id: text,
      name: text,
      country: text,
      color: text,
      logoUrl: text,
      radiusPx: z.number(),
    })
    .partial(),
  session: ComposedSession,
})
export type Composition = z.infer<typeof Composition>

/** Merchant of a valid composition. */
export const ComposedMerchant = z.object({
  id: MerchantId.optional(),
  name: plainText(LIMITS.nameLengthMax),
  country: CountryCode,
  color: Brand.shape.color.optional(),
  logoUrl: WebUrl.optional(),
  radiusPx: Brand.shape.radiusPx.optional(),
})

export type ComposedMerchant = z.infer<typeof ComposedMerchant>

/** Placeholder for a session whose merchant id is not known yet. */
export const PLACEHOLDER_MERCHANT_ID: CreateSessionInput['merchantId'] =
  '00000000-0000-0000-0000-000000000000'

/** The backend's answer to a composition. */
export interface PreviewAnswer {
  /** By path: `merchant.…` concerns the merchant, any other path `CreateSession`. Empty: it can be shown. */
  errors: FieldProblem[]
  total: { minor: number; text: string } | null
  /** States that the session can reach. */
  groups: { group: string; states: { name: string; title: string; isPressed: boolean }[] }[]
}

/** Data that the document passes to the script of these pages. */
export interface WorkshopData {
  apiUrl: string
  adminUrl: string
  locales: readonly string[]
}
