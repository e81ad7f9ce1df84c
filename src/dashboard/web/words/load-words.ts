import { matchLocale } from '#domain/match-locale.ts'
import type { DashboardPageWords, TranslateDashboard } from '#words/dashboard-page-words.ts'
import { createTranslate } from '#words/words.ts'
import { SETUP_WORDS } from './load-setup-words.ts'

type Load = () => Promise<DashboardPageWords>

/** The languages of the dashboard; the first is the fallback. Each is two scripts, loaded at once. */
const LANGUAGES: Readonly<Record<string, Load>> = {
  en: async () => (await import('#words/dashboard/en.ts')).dashboardPage,
  'pt-BR': async () => (await import('#words/dashboard/pt-br.ts')).dashboardPage,
}
const TAGS = Object.keys(LANGUAGES)
const FALLBACK = 'en'

export interface Language {
  tag: string
  /** Formats dates and amounts: the browser's own locale where it belongs to this language. */
  locale: string
  t: TranslateDashboard
}

/** Loads the first of the wished languages that the dashboard has. */
export async function loadWords(wishes: readonly string[]): Promise<Language> {
  const locale = wishes.find((wish) => matchLocale(wish, TAGS) !== undefined) ?? FALLBACK
  const tag = matchLocale(locale, TAGS) ?? FALLBACK
  const load = LANGUAGES[tag]
  const loadSetup = SETUP_WORDS[tag]
  if (load === undefined || loadSetup === undefined) throw new Error(`no words of ${tag}`)
  const [page, setup] = await Promise.all([load(), loadSetup()])
  return { tag, locale, t: createTranslate({ ...page, ...setup }, tag, 'ltr') }
}
