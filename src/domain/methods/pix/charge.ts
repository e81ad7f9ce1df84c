import type { ChargeTerms } from '../terms.ts'

/** A Pix charge, which expires with its session at the latest. */
export function pixCharge(_body: unknown, { details, expiresAt, now }: ChargeTerms) {
  const expiresAtMs = now.getTime() + details.pix.expiresInSeconds * 1000
  return { type: 'pix' as const, expiresAt: new Date(Math.min(expiresAtMs, expiresAt.getTime())) }
}
