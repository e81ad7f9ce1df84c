/**
 * The page's languages, one row each; the first is the fallback. A language's folder is its tag in lower case. The
 * page's script includes this list, so the words themselves are elsewhere, in `tables/`.
 */
const ROWS = [
  { tag: 'en', name: 'English', direction: 'ltr' },
  { tag: 'pt-BR', name: 'Português', direction: 'ltr' },
  { tag: 'es', name: 'Español', direction: 'ltr' },
  { tag: 'fr', name: 'Français', direction: 'ltr' },
  { tag: 'de', name: 'Deutsch', direction: 'ltr' },
  { tag: 'it', name: 'Italiano', direction: 'ltr' },
  { tag: 'nl', name: 'Nederlands', direction: 'ltr' },
  { tag: 'pl', name: 'Polski', direction: 'ltr' },
  { tag: 'sv', name: 'Svenska', direction: 'ltr' },
  { tag: 'da', name: 'Dansk', direction: 'ltr' },
  { tag: 'nb', name: 'Norsk', direction: 'ltr' },
  { tag: 'fi', name: 'Suomi', direction: 'ltr' },
  { tag: 'cs', name: 'Čeština', direction: 'ltr' },
  { tag: 'tr', name: 'Türkçe', direction: 'ltr' },
  { tag: 'uk', name: 'Українська', direction: 'ltr' },
  { tag: 'ru', name: 'Русский', direction: 'ltr' },
  { tag: 'ar', name: 'العربية', direction: 'rtl' },
  { tag: 'he', name: 'עברית', direction: 'rtl' },
  { tag: 'ja', name: '日本語', direction: 'ltr' },
  { tag: 'ko', name: '한국어', direction: 'ltr' },
  { tag: 'zh-CN', name: '简体中文', direction: 'ltr' },
] as const

export type Tag = (typeof ROWS)[number]['tag']

export interface Language {
  /** BCP 47. */
  tag: Tag
  /** The language's own name for itself. */
  name: string
  direction: 'ltr' | 'rtl'
}

export const LANGUAGES: readonly [Language, ...Language[]] = ROWS

/** The language of a tag; the fallback for any other text. */
export function languageOf(tag: string | undefined): Language {
  return LANGUAGES.find((language) => language.tag === tag) ?? LANGUAGES[0]
}
