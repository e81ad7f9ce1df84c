/** So many from one address are answered in a minute, unless the operator says otherwise. */
export const WRONG_KEYS_PER_MINUTE = 20
