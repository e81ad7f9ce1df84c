import type { PageCheckout } from '#contract/page.ts'
import { isFinal, type Screen } from './screen-of.ts'

const OPEN_MS = 3_000
const EAGER_MS = 1_000
const EAGER_POLLS = 10
const STEADY_MS = 2_000
const STEADY_POLLS = 30
const PATIENT_MS = 5_000

/** Polling interval with backoff; `false` when no change is expected, or the event stream is open. */
export function pollDelayMs(
  screen: Screen,
  checkout: PageCheckout,
  { streaming, polls }: { streaming: boolean; polls: number },
): number | false {
  // `merchantNotified` is not part of the session's version, so no event reports it.
  if (screen === 'paid')
    return checkout.merchantNotified || !checkout.notifiesMerchant || polls >= STEADY_POLLS
      ? false
      : EAGER_MS
  if (isFinal(screen) || streaming) return false
  if (screen === 'open') return OPEN_MS
  if (polls < EAGER_POLLS) return EAGER_MS
  return polls < STEADY_POLLS ? STEADY_MS : PATIENT_MS
}
