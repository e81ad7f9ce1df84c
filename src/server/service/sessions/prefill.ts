import type { Customer } from '#contract/session.ts'
import type { SessionRecord } from '../../database/sessions/sessions.ts'

/**
 * The customer as the merchant sent it: what the page may prefill. What a shopper typed belongs to their payment, because
 * everybody with the link reads the page.
 */
export function prefillOf({
  attempts,
  details,
}: Pick<SessionRecord, 'attempts' | 'details'>): Customer | null {
  if (details.prefill !== undefined) return details.prefill
  // Without `prefill`, the first payment of an earlier release replaced `customer`.
  return attempts === 0 ? details.customer : null
}

/** Masks an address: ana@example.com becomes a***@example.com. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, Math.min(1, at))}***${email.slice(at)}`
}
