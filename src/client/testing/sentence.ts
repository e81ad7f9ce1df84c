import type { Plural, WordKey, Words } from '#words/words.ts'

/** Matcher for an accessible name that is exactly one of these sentences; a RegExp unless it is one fixed text. */
export function sentence(words: Words, ...keys: WordKey[]): string | RegExp {
  const texts: (string | Plural)[] = keys.map((key) => words[key])
  const [text] = texts
  if (texts.length === 1 && typeof text === 'string' && !text.includes('{')) return text
  return new RegExp(`^(?:${texts.map(sourceOf).join('|')})$`, 'u')
}

/** Matcher for a text that contains this sentence. */
export function partOfText(words: Words, key: WordKey): string | RegExp {
  const text: string | Plural = words[key]
  if (typeof text === 'string' && !text.includes('{')) return text
  return new RegExp(sourceOf(text), 'u')
}

/**
 * Source of a pattern for the sentence or any of its plurals. `{amount}` needs a digit; other placeholders match any
 * text.
 */
function sourceOf(text: string | Plural): string {
  if (typeof text !== 'string') return `(?:${Object.values(text).map(sourceOf).join('|')})`
  return text
    .replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
    .replaceAll(/\s+/g, String.raw`\s+`)
    .replaceAll(String.raw`\{amount\}`, String.raw`.*\p{Nd}.*`)
    .replaceAll(/\\\{\w+\\\}/g, '.+')
}
