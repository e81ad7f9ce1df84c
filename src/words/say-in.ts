import { languageOf } from './languages.ts'
import { PAGE_WORDS } from './tables/page.ts'
import { type Say, speak } from './words.ts'

/** The translation function of a language. Imports all languages: not for browsers. */
export function sayIn(locale: string): Say {
  const { tag, direction } = languageOf(locale)
  return speak(PAGE_WORDS[tag], tag, direction)
}
