export interface DeliveryPermits {
  /** Free permits of all merchants within their own limits. */
  free(): number
  /** Free permits of merchants beyond their own limits. */
  freeExtras(): number
  /** How many retries and deliveries to slow receivers may begin. */
  freeDoubtful(): number
  countOf(merchantId: string): number
  acquire(merchantId: string, isDoubtful: boolean): void
  release(merchantId: string, isDoubtful: boolean): void
}

/** The concurrent deliveries of a merchant that take permits of the common pool; further ones take extra permits. */
export const PERMITS_PER_MERCHANT = 5

/**
 * Bulkheads. Retries and slow receivers take at most half of the permits, so that new deliveries to responsive receivers
 * never wait. Extra permits, beyond a merchant's own, are counted apart.
 */
export function createDeliveryPermits({
  permits,
  extraPermits,
}: {
  permits: number
  extraPermits: number
}): DeliveryPermits {
  const counts = new Map<string, number>()
  let underWay = 0
  let extras = 0
  let doubtful = 0
  const countOf = (merchantId: string) => counts.get(merchantId) ?? 0

  return {
    free: () => permits - (underWay - extras),
    freeExtras: () => extraPermits - extras,
    freeDoubtful: () => Math.floor(permits / 2) - doubtful,
    countOf,
    acquire(merchantId, isDoubtful) {
      const count = countOf(merchantId) + 1
      counts.set(merchantId, count)
      underWay += 1
      if (count > PERMITS_PER_MERCHANT) extras += 1
      if (isDoubtful) doubtful += 1
    },
    release(merchantId, isDoubtful) {
      const count = countOf(merchantId)
      if (count === 1) counts.delete(merchantId)
      else counts.set(merchantId, count - 1)
      underWay -= 1
      if (count > PERMITS_PER_MERCHANT) extras -= 1
      if (isDoubtful) doubtful -= 1
    },
  }
}
