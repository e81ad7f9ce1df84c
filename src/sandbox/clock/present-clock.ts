import type { Clock } from '#contract/sandbox-clock.ts'
import type { SandboxContext } from '../sandbox-context.ts'

export function presentClock({ sandbox }: SandboxContext, merchantId: string): Clock {
  return {
    object: 'clock',
    merchantId,
    now: sandbox.clocks.clockOf(merchantId)().toISOString(),
    frozen: sandbox.clocks.isFrozen(merchantId),
    offsetSeconds: Math.round(sandbox.clocks.offsetMs(merchantId) / 1000) + 0,
  }
}
