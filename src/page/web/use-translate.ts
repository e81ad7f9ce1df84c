import { createContext, use } from 'react'
import type { Translate } from '#words/words.ts'

export const TranslateContext = createContext<Translate | null>(null)

/** The page's translation function. */
export function useTranslate(): Translate {
  const t = use(TranslateContext)
  if (t === null) throw new Error('useTranslate outside of TranslateContext')
  return t
}
