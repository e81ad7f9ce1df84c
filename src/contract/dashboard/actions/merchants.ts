import { z } from 'zod'
import { KeyId, MerchantId } from '../../ids.ts'
import { LIMITS } from '../../limits.ts'
import { ReturnOrigin, ReturnUrl } from '../../merchant.ts'
import { CountryCode, Currency, plainText, WebUrl } from '../../values.ts'
import { ALLOWABLE_PERMISSIONS } from '../permissions.ts'
import type { ActionRow } from './action-row.ts'

const merchantId = MerchantId
const name = plainText(LIMITS.nameLengthMax)
const RETURN_ORIGINS_MAX = 50
const returnOrigins = z.array(ReturnOrigin).max(RETURN_ORIGINS_MAX)

/** Dashboard actions on merchants, and on the settings that the operator decides for each of them. */
export const MERCHANT_ACTIONS = {
  'merchant.create': {
    permission: 'merchants:create',
    input: z.strictObject({
      merchantId: z.null(),
      name,
      currency: Currency,
      country: CountryCode,
      callbackUrl: WebUrl.nullable(),
      returnOrigins,
      successUrl: ReturnUrl.nullable(),
      cancelUrl: ReturnUrl.nullable(),
    }),
    /** The key and the secret are shown this once. */
    answer: z.strictObject({
      merchantId,
      keyId: KeyId,
      apiKey: z.string(),
      webhookSecret: z.string(),
    }),
    weight: 'heavy',
    signed: true,
  },
  /** Absent fields stay unchanged; a URL that is null is removed. */
  'merchant.change': {
    permission: 'merchant_settings:write',
    input: z.strictObject({
      merchantId,
      name: name.optional(),
      latePayments: z.enum(['accept', 'refund']).optional(),
      amountMismatch: z.enum(['hold', 'accept', 'refund']).optional(),
      shopperMails: z.boolean().optional(),
      successUrl: ReturnUrl.nullable().optional(),
      cancelUrl: ReturnUrl.nullable().optional(),
    }),
    answer: z.strictObject({ merchantId }),
    weight: 'heavy',
    signed: true,
  },
  /** Replaces the list of what the merchant's owner and developers may do by themselves. */
  'merchant.allow': {
    permission: 'merchant_settings:write',
    input: z.strictObject({ merchantId, may: z.array(z.enum(ALLOWABLE_PERMISSIONS)) }),
    answer: z.strictObject({ merchantId }),
    weight: 'heavy',
    signed: true,
  },
  /** Replaces the list of origins to which shoppers may be sent back. */
  'origins.change': {
    permission: 'callback:write',
    input: z.strictObject({ merchantId, returnOrigins }),
    answer: z.strictObject({ returnOrigins: z.array(z.string()) }),
    weight: 'heavy',
    signed: true,
  },
} as const satisfies Readonly<Record<string, ActionRow>>
