import type { en } from './en/page.ts'

type English = typeof en
export type WordKey = keyof English

type Text<Sentence> = Sentence extends string ? string : Plural
/** One sentence per plural category of the language, by `Intl.PluralRules`. */
export type Plural = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

/** All sentences of one language, as plain data: the server embeds it in the page for the browser. */
export type Words = { [Key in WordKey]: Text<English[Key]> }

type PlaceholderIn<Sentence> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholderIn<Rest>
  : never
type SentencesOf<Key extends WordKey> = English[Key] extends string
  ? English[Key]
  : English[Key][keyof English[Key]]
type Placeholder<Key extends WordKey> = PlaceholderIn<SentencesOf<Key>>

/** `fields` is written as a list. */
type Value<Name> = Name extends 'count'
  ? number
  : Name extends 'fields'
    ? readonly string[]
    : string

/** Arguments of a sentence: none, or exactly its placeholders. */
export type Values<Key extends WordKey> = [Placeholder<Key>] extends [never]
  ? []
  : [{ [Name in Placeholder<Key>]: Value<Name> }]

export type Say = <Key extends WordKey>(key: Key, ...values: Values<Key>) => string

/** FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE: the text between them keeps its own direction (UAX #9). */
const ISOLATE_START = '\u2068'
const ISOLATE_END = '\u2069'

/** Creates the translation function of one language: it picks the plural by `count` and fills the placeholders. */
export function speak(words: Words, locale: string, direction: 'ltr' | 'rtl'): Say {
  const plurals = new Intl.PluralRules(locale)
  const isolated = (value: unknown) =>
    direction === 'rtl' ? `${ISOLATE_START}${String(value)}${ISOLATE_END}` : String(value)
  return (key, ...[values]) => {
    const filling: Record<string, string | number | readonly string[]> = values ?? {}
    const text: string | Plural = words[key]
    const sentence =
      typeof text === 'string'
        ? text
        : (text[plurals.select(Number(filling['count']))] ?? text.other)
    return sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = filling[name]
      return typeof value === 'object'
        ? new Intl.ListFormat(locale, { style: 'narrow' }).format(value.map(isolated))
        : isolated(value)
    })
  }
}
