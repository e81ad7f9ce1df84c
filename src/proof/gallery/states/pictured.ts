import { readState } from '#sandbox/preview/states/read-state.ts'
import type { CheckoutState } from '#sandbox/preview/states/state.ts'
import { session } from './checkouts.ts'
import type { GalleryState, UngroupedState } from './state.ts'

/** A gallery state from a page state, for the gallery's own session. */
export function pictured(state: CheckoutState): UngroupedState {
  const { name, title, search } = state
  const answer = readState(state, session())
  return {
    name,
    title,
    session: answer,
    ...(search !== undefined && { search }),
    ...(answer instanceof Error && { failing: true }),
  }
}

/** A state that only a payment request leads to. */
export function picturedPress(
  state: CheckoutState,
  act: NonNullable<GalleryState['act']>,
): UngroupedState {
  const answer = state.press?.(session())
  if (answer === undefined) throw new Error(`${state.name} needs no press`)
  return { ...pictured(state), answer, act, failing: true }
}
