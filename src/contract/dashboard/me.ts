import { z } from 'zod'
import { EnvironmentName } from '../environment.ts'
import { LIMITS } from '../limits.ts'
import { UserId, Uuid } from '../ids.ts'
import { AmountMinor, Currency } from '../values.ts'
import { EXTENTS, PERMISSION_NAMES } from './permissions.ts'

/** The body of `POST /api/sign-in/link`. */
export const TradeLink = z.strictObject({
  token: z.string().min(1).max(LIMITS.nameLengthMax),
})

/** The answer of `GET /api/me`: who is signed in, and what they may do. */
export const Me = z.strictObject({
  environment: EnvironmentName,
  /** `production`: with its checks, also in a sandbox that rehearses it. */
  layout: z.enum(['local', 'production']),
  /** The URL of the demo store, in the sandbox. */
  storeUrl: z.string().nullable(),
  user: z.strictObject({ id: UserId, email: z.string(), name: z.string().nullable() }),
  memberships: z.array(
    z.strictObject({
      /** Null: the operator, with every merchant. */
      merchantId: z.string().nullable(),
      merchantName: z.string().nullable(),
      role: z.string(),
      /** How much of one payment the person may refund there, in minor units by currency, where the role has a limit. */
      refundLimits: z.record(Currency, AmountMinor).nullable(),
      /** The permissions of the role there, with their extents: the page shows its buttons by them. */
      may: z.partialRecord(z.enum(PERMISSION_NAMES), z.enum(EXTENTS)),
    }),
  ),
  session: z.strictObject({
    id: Uuid,
    how: z.enum(['link', 'recovery', 'passkey']),
    /** False: the session may only register a passkey. */
    opensDashboard: z.boolean(),
    expiresAt: z.iso.datetime(),
    idleMinutes: z.int(),
  }),
})
export type Me = z.infer<typeof Me>

/** The answer of `GET /api/me/sessions`, newest first. */
export const OwnSessions = z.strictObject({
  sessions: z.array(
    z.strictObject({
      id: Uuid,
      how: z.enum(['link', 'recovery', 'passkey']),
      isThis: z.boolean(),
      createdAt: z.iso.datetime(),
      seenAt: z.iso.datetime(),
      expiresAt: z.iso.datetime(),
      address: z.string().nullable(),
      browser: z.string().nullable(),
    }),
  ),
})
export type OwnSessions = z.infer<typeof OwnSessions>
