import { z } from 'zod'
import { Brand } from './checkout.ts'
import { MerchantId } from './ids.ts'
import { LIMITS } from './limits.ts'
import type { FieldError } from './problem.ts'
import type { CreateSessionInput } from './session.ts'
import { CountryCode, plainText, WebUrl } from './values.ts'

/**
 * What passes between the sandbox's preview and its backend, and stands in its address. Not a public contract: both
 * ends are built together.
 */

export const PREVIEW_LIMITS = {
  /** An address that browsers, proxies and messengers take. */
  codeLengthMax: 6000,
  /** Of what the code stands for. */
  jsonLengthMax: LIMITS.bodyBytesMax,
} as const

const text = z.string().max(LIMITS.urlLengthMax)
const amount = z.object({ label: text, amount: z.number() }).partial()
const address = z
  .object({
    line1: text,
    line2: text,
    city: text,
    state: text,
    postalCode: text,
    country: text,
  })
  .partial()

/** A session as somebody composes it: its shape is right, and nothing else need be, as in a form half filled in. */
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

/** The merchant of a composition that can be shown. */
export const ComposedMerchant = z.object({
  id: MerchantId.optional(),
  name: plainText(LIMITS.nameLengthMax),
  country: CountryCode,
  color: Brand.shape.color.optional(),
  logoUrl: WebUrl.optional(),
  radiusPx: Brand.shape.radiusPx.optional(),
})

export type ComposedMerchant = z.infer<typeof ComposedMerchant>

/** Who asks for a session before they have the id of a merchant. */
export const NOBODYS_MERCHANT_ID: CreateSessionInput['merchantId'] =
  '00000000-0000-0000-0000-000000000000'

/** What the backend says of a composition. */
export interface PreviewAnswer {
  /** By path: those of the merchant begin with `merchant.`, the others are of `CreateSession`. Empty: it can be shown. */
  errors: FieldError[]
  total: { minor: number; text: string } | null
  /** Which states the session can come to. */
  groups: { group: string; states: { name: string; title: string; isPressed: boolean }[] }[]
}

/** What the document of these pages tells their script. */
export interface WorkshopData {
  apiUrl: string
  locales: readonly string[]
}
