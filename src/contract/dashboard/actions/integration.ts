import { z } from 'zod'
import { Scope } from '../../api-key.ts'
import { EventId, KeyId, MerchantId } from '../../ids.ts'
import { LIMITS } from '../../limits.ts'
import { OVERLAP_SECONDS_DEFAULT, OVERLAP_SECONDS_MAX } from '../../overlap.ts'
import { typedText } from '../../values.ts'
import type { ActionRow } from './action-row.ts'

const merchantId = MerchantId
const overlapSeconds = z.int().min(0).max(OVERLAP_SECONDS_MAX).default(OVERLAP_SECONDS_DEFAULT)
const EXPIRES_IN_DAYS_MAX = 3650

/** Dashboard actions on the API keys, the webhook endpoint and the webhook secret of a merchant. */
export const INTEGRATION_ACTIONS = {
  'key.issue': {
    permission: 'keys:issue',
    input: z.strictObject({
      merchantId,
      /** Default: all that the person may give. */
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
    input: z.strictObject({ merchantId, url: typedText(LIMITS.urlLengthMax).min(1) }),
    answer: z.strictObject({ url: z.string(), resumedDeliveries: z.int() }),
    weight: 'heavy',
    signed: true,
  },
  /** A test notification, which the worker sends at once. */
  'callback.ping': {
    permission: 'deliveries:replay',
    input: z.strictObject({ merchantId }),
    answer: z.strictObject({ eventId: EventId }),
    weight: 'light',
    signed: false,
  },
  'secret.rotate': {
    permission: 'webhook_secret:rotate',
    input: z.strictObject({ merchantId, overlapSeconds }),
    /** The secret is shown this once. */
    answer: z.strictObject({ webhookSecret: z.string(), oldEndsAt: z.iso.datetime() }),
    weight: 'heavy',
    signed: true,
  },
} as const satisfies Readonly<Record<string, ActionRow>>
