import { createContext, use } from 'react'
import type { Say } from '#words/words.ts'

export const SayContext = createContext<Say | null>(null)

/** The page's translation function. */
export function useSay(): Say {
  const say = use(SayContext)
  if (say === null) throw new Error('useSay outside of SayContext')
  return say
}
