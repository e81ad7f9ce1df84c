/** Entries about an account, whose person is notified by e-mail. The subject of the entry is the person's id. */
export const ABOUT_PERSON = [
  'passkey.added',
  'passkey.removed',
  'recovery_codes.renewed',
  'recovery_code.used',
  'user.recovered',
  'user.role_changed',
] as const

/** Entries about the integration of a merchant, whose owners and developers are notified by e-mail. */
export const ABOUT_MERCHANT = [
  'api_key.issued',
  'api_key.rotated',
  'api_key.revoked',
  'webhook_secret.rotated',
  'callback.set',
] as const

export type ToldAction = (typeof ABOUT_PERSON)[number] | (typeof ABOUT_MERCHANT)[number]
