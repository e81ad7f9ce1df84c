import { LANGUAGES, type Tag } from './languages.ts'
import { PAGE_WORDS } from './tables/page.ts'
import type { Words } from './words.ts'

const SENT: ReadonlyMap<Tag, Words> = new Map(
  LANGUAGES.map(({ tag }) => [tag, withoutEmails(PAGE_WORDS[tag])]),
)

/** Words sent to the browser: all sentences but those of e-mails. */
export function sentWords(tag: Tag): Words {
  return SENT.get(tag) ?? PAGE_WORDS[tag]
}

function withoutEmails(words: Words): Words {
  const sentences = Object.entries(words).filter(([key]) => !key.startsWith('email.'))
  return Object.fromEntries(sentences) as Words
}
