import type { ViewedState } from '../../../contract/viewer.ts'
import { STATE_WORDS } from './delivery-words.ts'

/** How it stands, in a word; the colour only repeats it. */
export function StateMark({ state }: { state: ViewedState }) {
  return (
    <span className="state-mark" data-state={state}>
      {STATE_WORDS[state]}
    </span>
  )
}
