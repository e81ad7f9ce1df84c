/** Prefix of our commands' idempotency keys: `homologate` looks for keys of the merchant's own code. */
export const TOOL_KEY_PREFIX = 'checkout-cli-'
