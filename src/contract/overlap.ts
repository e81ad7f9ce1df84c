/** How long an old key or secret stays valid after a rotation. */
export const OVERLAP_SECONDS_MAX = 7 * 86_400
export const OVERLAP_SECONDS_DEFAULT = 86_400
