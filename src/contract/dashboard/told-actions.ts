/** Acts about an account: its person is told by mail. The subject of the act is the person's id. */
export const ABOUT_PERSON = [
  'passkey.added',
  'passkey.removed',
  'recovery_codes.renewed',
  'recovery_code.used',
  'user.recovered',
  'user.role_changed',
] as const

/** Acts about the integration of a merchant: its owners and developers are told by mail. */
export const ABOUT_MERCHANT = [
  'api_key.issued',
  'api_key.rotated',
  'api_key.revoked',
  'webhook_secret.rotated',
  'callback.set',
] as const

export type ToldAction = (typeof ABOUT_PERSON)[number] | (typeof ABOUT_MERCHANT)[number]
