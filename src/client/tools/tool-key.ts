/** What the idempotency keys of our own commands begin with, so that they are not taken for those of a merchant. */
export const TOOL_KEY_PREFIX = 'checkout-cli-'
