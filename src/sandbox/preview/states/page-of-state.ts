import { sampleCheckout } from '#contract/openapi/sample-checkout.ts'
import type { PageCheckout } from '#contract/page.ts'
import { pageCheckout } from '#page/bff/page-view.ts'
import { readState } from './read-state.ts'
import { findState, STATE_GROUPS } from './states.ts'

const OPEN = { ...sampleCheckout, successUrl: 'https://store.example/ok' }

export const STATE_NAMES: readonly string[] = STATE_GROUPS.flatMap(({ states }) =>
  states.map(({ name }) => name),
)

/** The page's view of the sample session in a state; `null` when the session cannot be read. */
export function pageOfState(name: string, locale: string): PageCheckout | null {
  const state = findState(name)
  const answer = state === undefined ? null : readState(state, OPEN)
  return answer === null || answer instanceof Error ? null : pageCheckout(answer, locale)
}
