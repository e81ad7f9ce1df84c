import type { ViewedState } from '../../../contract/viewer.ts'
import { STATE_WORDS } from './delivery-words.ts'

/** A state as a word; the color is redundant. */
export function StateMark({ state }: { state: ViewedState }) {
  return (
    <span className="state-mark" data-state={state}>
      {STATE_WORDS[state]}
    </span>
  )
}
