import type { Logger } from 'pino'
import { mayBeGuess } from '#domain/methods/card/card-decline.ts'
import { METHODS } from '#domain/methods/methods.ts'
import type { PaymentRecord } from '../../database/payments/payments.ts'
import type { ServiceMetrics } from '../../monitoring/metrics.ts'

const WINDOW_MS = 600_000
const DECLINED_MIN = 20
const DECLINED_SHARE_MIN = 0.5

/** Detects card testing: many declined cards at one merchant. */
export interface CardTestingAlarm {
  settled(
    merchantId: string,
    payment: Pick<PaymentRecord, 'method' | 'status' | 'declineCode'>,
  ): void
}

interface Tally {
  since: number
  succeeded: number
  declined: number
  hasAlarmed: boolean
}

/** Counts per process in fixed windows of ten minutes; at most one alarm per merchant and window. Blocks no payment. */
export function createCardTestingAlarm({
  clock,
  log,
  metrics,
}: {
  clock: () => Date
  log: Pick<Logger, 'warn'>
  metrics: Pick<ServiceMetrics, 'cardAttempted' | 'cardAlarmRaised'>
}): CardTestingAlarm {
  const tallies = new Map<string, Tally>()

  function tallyOf(merchantId: string): Tally {
    const now = clock().getTime()
    const known = tallies.get(merchantId)
    if (known !== undefined && now - known.since < WINDOW_MS) return known
    const fresh = { since: now, succeeded: 0, declined: 0, hasAlarmed: false }
    tallies.set(merchantId, fresh)
    return fresh
  }

  return {
    settled(merchantId, { method, status, declineCode }) {
      if (!METHODS[method].isOpenToCardTesting) return
      const isDeclined = status === 'failed' && mayBeGuess(declineCode)
      if (!isDeclined && status !== 'succeeded') return
      const result = isDeclined ? 'declined' : 'succeeded'
      metrics.cardAttempted(result)
      const tally = tallyOf(merchantId)
      tally[result] += 1
      const { succeeded, declined } = tally
      const share = declined / (succeeded + declined)
      if (tally.hasAlarmed || declined < DECLINED_MIN || share < DECLINED_SHARE_MIN) return
      tally.hasAlarmed = true
      metrics.cardAlarmRaised()
      log.warn({ merchantId, declined, succeeded }, 'many cards are declined: are they tested?')
    },
  }
}
