/** Default rate limit of wrong API keys per network address. */
export const WRONG_KEYS_PER_MINUTE = 20
