import { LANGUAGES } from './languages.ts'
import type { Words } from './words.ts'

/** By tag, what a page says: the sentences of e-mails do not travel to the shopper's phone. */
export const PAGE_WORDS: ReadonlyMap<string, Words> = new Map(
  LANGUAGES.map(({ tag, words }) => [tag, withoutEmails(words)]),
)

function withoutEmails(words: Words): Words {
  const sentences = Object.entries(words).filter(([key]) => !key.startsWith('email.'))
  return Object.fromEntries(sentences) as Words
}
