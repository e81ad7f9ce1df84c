import { createContext, useContext } from 'react'
import type { ComposedSession, Composition } from '#contract/preview.ts'
import type { FieldProblem } from '#contract/problem.ts'
import { merged } from './merged.ts'

interface ComposerState {
  composition: Composition
  errors: readonly FieldProblem[]
  change: (composition: Composition) => void
}

export const ComposerContext = createContext<ComposerState | null>(null)

type Changes<Whole> = { [Key in keyof Whole]?: Whole[Key] | undefined }

/** The composition, its errors and its setter. */
export function useComposer() {
  const state = useContext(ComposerContext)
  if (state === null) throw new Error('there is no composer here')
  const { composition, errors, change } = state
  const { merchant, session } = composition
  return {
    merchant,
    session,
    errors,
    changeMerchant: (changes: Changes<Composition['merchant']>) =>
      change({ ...composition, merchant: merged(merchant, changes) }),
    changeSession: (changes: Changes<ComposedSession>) =>
      change({ ...composition, session: merged(session, changes) }),
  }
}
