import { DAY_MS, type Adyen } from './deps.ts'
import type { Merchant } from './merchants.ts'
import { alreadyAsked, ServiceError } from './service-error.ts'

export interface Answer {
  status: number
  body: object
}

const KEY_LENGTH_MAX = 64

/**
 * Answers a request under its idempotency key. Keys are kept for days, and are checked per company, over all endpoints and
 * merchant accounts. The answer of a request that was refused as it was written is kept like any other.
 */
export async function underKey(
  adyen: Adyen,
  { company }: Merchant,
  { key, request }: { key: string | undefined; request: string },
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (key === undefined) return work()
  if (key.length > KEY_LENGTH_MAX) throw new ServiceError(422, '702', 'Idempotency-Key is too long')
  const { keys } = adyen.tables
  const place = `${company} ${key}`
  const kept = keys.get(place)
  const now = adyen.clock()
  const isKept =
    kept !== undefined &&
    now.getTime() - new Date(kept.at).getTime() < adyen.variant.keysKeptDays * DAY_MS
  if (isKept && kept.answer === undefined) throw alreadyAsked(true)
  if (isKept && kept.answer !== undefined) {
    if (kept.request === request || adyen.variant.otherBody === 'first answer') return kept.answer
    throw adyen.variant.otherBody === '704'
      ? alreadyAsked(false)
      : new ServiceError(422, '702', 'Idempotency-Key was used for another request')
  }
  const at = now.toISOString()
  keys.put(place, { at, request })
  try {
    const answer = await work().catch((error: unknown) => {
      if (error instanceof ServiceError) return { status: error.status, body: error.body }
      throw error
    })
    keys.put(place, { at, request, answer })
    return answer
  } catch (error) {
    keys.delete(place)
    throw error
  }
}
