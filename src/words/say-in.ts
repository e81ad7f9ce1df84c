import { languageOf, type Tag } from './languages.ts'
import { PAGE_WORDS } from './tables/page.ts'
import { type Say, speak } from './words.ts'

/** The functions made so far: each holds the plural rules of its language. */
const made = new Map<Tag, Say>()

/** The translation function of a language. Imports all languages: not for browsers. */
export function sayIn(locale: string): Say {
  const { tag, direction } = languageOf(locale)
  const say = made.get(tag) ?? speak(PAGE_WORDS[tag], tag, direction)
  made.set(tag, say)
  return say
}
