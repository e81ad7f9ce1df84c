import { z } from 'zod'
import { Scope } from '../api-key.ts'
import { KeyId, MerchantId } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { OVERLAP_SECONDS_DEFAULT, OVERLAP_SECONDS_MAX } from '../overlap.ts'
import { PasskeyAssertion, SignInCeremony } from './passkeys.ts'
import type { Permission } from './permissions.ts'

/** How an act is confirmed: not at all, by a dialog, or by a dialog that shows before and after. */
export type ActWeight = 'light' | 'medium' | 'heavy'

interface ActRow {
  permission: Permission
  /** JSON with the merchant that the act concerns. */
  input: z.ZodType<{ merchantId: string }>
  answer: z.ZodType
  weight: ActWeight
  /** In production a passkey signs this very act. */
  signed: boolean
}

const merchantId = MerchantId
const overlapSeconds = z.int().min(0).max(OVERLAP_SECONDS_MAX).default(OVERLAP_SECONDS_DEFAULT)
const EXPIRES_IN_DAYS_MAX = 3650

/** What people do in the dashboard: the one table, from which routes, buttons and tests are made. */
export const ACTS = {
  'key.issue': {
    permission: 'keys:issue',
    input: z.strictObject({
      merchantId,
      /** Default: all of the environment. */
      scopes: z.array(Scope).min(1).optional(),
      expiresInDays: z.int().min(1).max(EXPIRES_IN_DAYS_MAX).nullable().default(null),
    }),
    /** The key is shown this once. */
    answer: z.strictObject({
      keyId: KeyId,
      apiKey: z.string(),
      expiresAt: z.iso.datetime().nullable(),
    }),
    weight: 'heavy',
    signed: true,
  },
  'key.rotate': {
    permission: 'keys:issue',
    input: z.strictObject({ merchantId, keyId: KeyId, overlapSeconds }),
    answer: z.strictObject({
      keyId: KeyId,
      apiKey: z.string(),
      expiresAt: z.iso.datetime().nullable(),
      oldEndsAt: z.iso.datetime(),
    }),
    weight: 'heavy',
    signed: true,
  },
  /** Not signed: stopping harm must be fast. */
  'key.revoke': {
    permission: 'keys:revoke',
    input: z.strictObject({ merchantId, keyId: KeyId }),
    answer: z.strictObject({ keyId: KeyId, revokedAt: z.iso.datetime() }),
    weight: 'medium',
    signed: false,
  },
  'callback.set': {
    permission: 'callback:write',
    input: z.strictObject({ merchantId, url: z.string().min(1).max(LIMITS.urlLengthMax) }),
    answer: z.strictObject({ url: z.string(), resumedDeliveries: z.int() }),
    weight: 'heavy',
    signed: true,
  },
  'secret.rotate': {
    permission: 'webhook_secret:rotate',
    input: z.strictObject({ merchantId, overlapSeconds }),
    /** The secret is shown this once. */
    answer: z.strictObject({ webhookSecret: z.string(), oldEndsAt: z.iso.datetime() }),
    weight: 'heavy',
    signed: true,
  },
} as const satisfies Readonly<Record<string, ActRow>>

export type ActName = keyof typeof ACTS
export const ACT_NAMES = Object.keys(ACTS) as ActName[]
export type ActInput<Name extends ActName> = z.output<(typeof ACTS)[Name]['input']>
export type ActAnswer<Name extends ActName> = z.output<(typeof ACTS)[Name]['answer']>

/** The body of `POST /api/ceremonies`: a challenge for one act with this input. */
export const BeginAct = z.strictObject({ act: z.enum(ACT_NAMES), input: z.unknown() })

/** Its answer. The challenge ends in the digest of the act, so that the signature covers it. */
export const ActCeremony = SignInCeremony.extend({
  options: SignInCeremony.shape.options.extend({
    allowCredentials: z.array(
      z.strictObject({
        type: z.literal('public-key'),
        id: z.string(),
        transports: z.array(z.string()),
      }),
    ),
  }),
})
export type ActCeremony = z.infer<typeof ActCeremony>

/** The body of `POST /api/acts/{act}`, with an `Idempotency-Key`: one for each dialog that was opened. */
export const PerformAct = z.strictObject({
  input: z.unknown(),
  signature: z.strictObject({ ceremonyId: z.uuid(), assertion: PasskeyAssertion }).optional(),
})
