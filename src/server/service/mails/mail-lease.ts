import type { ServiceContext } from '../context.ts'

/** No more than are sent concurrently, so that none waits while its lease runs. */
export const MAIL_BATCH = 8
/** Longer than sending can take: a lease expires only when its process hangs or has crashed. */
export const MAIL_LEASE_MS = 60_000
const TOKEN_BYTES = 16

/** Returns a new fencing token, a UUID in hexadecimal digits. */
export function newMailToken({ random }: Pick<ServiceContext, 'random'>): string {
  return Buffer.from(random(TOKEN_BYTES)).toString('hex')
}
