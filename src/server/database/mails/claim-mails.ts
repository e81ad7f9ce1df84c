import type { Queryable, Statement } from '../engine/database.ts'
import { merchantValues, type MerchantFilter } from '../merchants/merchant-filter.ts'

export interface MailClaim {
  /** Mails due by this time. */
  now: Date
  /** Real time, by which leases expire. */
  wallNow: Date
  leaseMs: number
  /** Fencing token, a UUID: only its holder can finish the claimed mails. */
  token: string
  limit: number
}

/**
 * Leases due mails of a queue and counts the attempt. Any number of processes may claim concurrently. The statement's values
 * are now, token, end of the lease, limit, real time, and those of the merchants.
 */
export async function claimMails<Mail>(
  db: Queryable,
  claim: Statement,
  { now, wallNow, leaseMs, token, limit }: MailClaim,
  merchants: MerchantFilter,
): Promise<Mail[]> {
  const leasedUntil = new Date(wallNow.getTime() + leaseMs)
  const values = [now, token, leasedUntil, limit, wallNow, ...merchantValues(merchants)]
  return db.query<Mail>(claim, values)
}
