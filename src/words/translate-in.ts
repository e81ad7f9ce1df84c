import { languageOf, type Tag } from './languages.ts'
import { PAGE_WORDS } from './tables/page.ts'
import { type Translate, createTranslate } from './words.ts'

/** The functions made so far: each holds the plural rules of its language. */
const made = new Map<Tag, Translate>()

/** The translation function of a language. Imports all languages: not for browsers. */
export function translateIn(locale: string): Translate {
  const { tag, direction } = languageOf(locale)
  const t = made.get(tag) ?? createTranslate(PAGE_WORDS[tag], tag, direction)
  made.set(tag, t)
  return t
}
