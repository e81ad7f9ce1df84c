import { createContext, use } from 'react'
import type { TranslateDashboard } from '#words/dashboard-page-words.ts'
import type { Language } from './load-words.ts'

export const LanguageContext = createContext<Language | null>(null)

export function useLanguage(): Language {
  const language = use(LanguageContext)
  if (language === null) throw new Error('no language is loaded')
  return language
}

export function useTranslate(): TranslateDashboard {
  return useLanguage().t
}
