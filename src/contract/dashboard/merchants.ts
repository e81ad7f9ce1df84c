import { z } from 'zod'
import { Scope } from '../api-key.ts'
import { DeliveryState } from '../event.ts'
import { EventId, KeyId, MerchantId } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { pageOf } from '../list-page.ts'
import { typedText } from '../values.ts'
import { ALLOWABLE_PERMISSIONS } from './permissions.ts'

const time = z.iso.datetime()

/** The state of a merchant's webhook endpoint: `unused` until the first delivery. */
export const WEBHOOK_STATES = ['none', 'disabled', 'failing', 'unused', 'ok'] as const
export type WebhookState = (typeof WEBHOOK_STATES)[number]

const summary = {
  id: MerchantId,
  name: z.string(),
  country: z.string(),
  currency: z.string(),
  createdAt: time,
  webhook: z.enum(WEBHOOK_STATES),
  /** Keys that work, at most `LIVE_KEYS_COUNTED`. */
  liveKeys: z.int(),
}
export const LIVE_KEYS_COUNTED = 100

/** The query of `GET /api/merchants`. */
export const ListMerchants = z.strictObject({
  /** A part of the name, or an id. */
  q: typedText(LIMITS.nameLengthMax).trim().optional(),
  after: MerchantId.optional(),
})

/** The answer of `GET /api/merchants`: merchants by name. */
export const MerchantList = pageOf(z.strictObject(summary))
export type MerchantList = z.infer<typeof MerchantList>

/** The answer of `GET /api/merchants/{merchantId}`. */
export const MerchantHome = z.strictObject({
  ...summary,
  returnOrigins: z.array(z.string()),
  successUrl: z.string().nullable(),
  cancelUrl: z.string().nullable(),
  latePayments: z.enum(['accept', 'refund']),
  amountMismatch: z.enum(['hold', 'accept', 'refund']),
  /** Whether its shoppers get mails besides the receipt. */
  shopperMails: z.boolean(),
  /** What its owner and developers may do by themselves. */
  peopleMay: z.array(z.enum(ALLOWABLE_PERMISSIONS)),
})
export type MerchantHome = z.infer<typeof MerchantHome>

/** For how many days back refused calls are listed. */
export const REFUSED_DAYS = 7

/**
 * The answer of `GET /api/integration/{merchantId}`. It has no secret: each is shown once, by the dashboard action that makes
 * it.
 */
export const Integration = z.strictObject({
  merchantId: MerchantId,
  name: z.string(),
  currency: z.string(),
  /** Where the merchant's backend calls, and where shoppers pay. */
  apiUrl: z.string(),
  checkoutUrl: z.string(),
  /** Keys that work, then keys that have ended, each group with the newest first. */
  keys: pageOf(
    z.strictObject({
      id: KeyId,
      lastFour: z.string(),
      scopes: z.array(Scope),
      createdAt: time,
      lastUsedAt: time.nullable(),
      expiresAt: time.nullable(),
      revokedAt: time.nullable(),
      isLive: z.boolean(),
    }),
  ),
  /** Scopes that a key may have in this environment. */
  scopes: z.array(Scope),
  callback: z.strictObject({ url: z.string().nullable(), disabledAt: time.nullable() }),
  /** Secrets that sign, the newest first. */
  secrets: z.array(z.strictObject({ createdAt: time, endsAt: time.nullable() })),
  lastPing: z
    .strictObject({
      eventId: EventId,
      sentAt: time,
      /** Null: the endpoint was removed before the ping was sent. */
      status: DeliveryState.nullable(),
      /** The latest attempt; null: none yet. */
      attempt: z
        .strictObject({
          statusCode: z.int().nullable(),
          error: z.string().nullable(),
          durationMs: z.int(),
          responseExcerpt: z.string().nullable(),
        })
        .nullable(),
    })
    .nullable(),
  returnOrigins: z.array(z.string()),
  successUrl: z.string().nullable(),
  /** What its owner and developers may do by themselves. */
  peopleMay: z.array(z.enum(ALLOWABLE_PERMISSIONS)),
  /** Refused calls of the last `REFUSED_DAYS`, by operation, code and fields; the most frequent first. */
  refusedCalls: z.array(
    z.strictObject({
      /** Method and path. */
      operation: z.string(),
      status: z.int(),
      code: z.string(),
      paths: z.array(z.string()),
      calls: z.int(),
      lastAt: time,
      lastRequestId: z.string(),
    }),
  ),
})
export type Integration = z.infer<typeof Integration>
