import type { Clock } from '../../contract/sandbox-clock.ts'
import type { ContextWithTime } from './merchant-time.ts'

/** What time it is for a merchant, and how that differs from reality. */
export function presentClock({ time }: ContextWithTime, merchantId: string): Clock {
  return {
    object: 'clock',
    merchantId,
    now: time.clocks.clockOf(merchantId)().toISOString(),
    frozen: time.clocks.isFrozen(merchantId),
    offsetSeconds: Math.round(time.clocks.offsetMs(merchantId) / 1000) + 0,
  }
}
