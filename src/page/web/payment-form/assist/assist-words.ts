import type { AssistWords } from '#words/places.ts'
import { ASSIST_WORDS } from '#words/tables/assist.ts'

const WORDS: Readonly<Record<string, AssistWords>> = ASSIST_WORDS

/** The texts in the document's language. All languages are in this script: they are smaller than a second request. */
export function assistWords(): AssistWords {
  return WORDS[document.documentElement.lang] ?? ASSIST_WORDS.en
}
