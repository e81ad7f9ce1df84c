import type { ChargeTerms } from '../terms.ts'

const DAY_MS = 86_400_000
/** Brazil has had no daylight saving time since 2019. */
const SAO_PAULO_OFFSET_MS = -3 * 3_600_000

/** A boleto charge, due `expiresInDays` after today in São Paulo. */
export function boletoCharge(_body: unknown, { details, now }: ChargeTerms) {
  const dueMs = now.getTime() + SAO_PAULO_OFFSET_MS + details.boleto.expiresInDays * DAY_MS
  return { type: 'boleto' as const, dueDate: new Date(dueMs).toISOString().slice(0, 10) }
}
