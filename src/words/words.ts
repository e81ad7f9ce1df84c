import type { page } from './en.ts'

type English = typeof page
export type WordKey = keyof English

type Text<Sentence> = Sentence extends string ? string : Plural
/** One sentence per plural category of the language, by `Intl.PluralRules`. */
export type Plural = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

/** All sentences of one language, as plain data: the server embeds it in the page for the browser. */
export type Words = WordsOf<English>

/** The sentences of one language, with the keys of `English`, the literal type of the English ones. */
export type WordsOf<English> = { [Key in keyof English]: Text<English[Key]> }

type PlaceholderIn<Sentence> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholderIn<Rest>
  : never
type SentencesOf<Sentence> = Sentence extends string ? Sentence : Sentence[keyof Sentence]
type Placeholder<Sentence> = PlaceholderIn<SentencesOf<Sentence>>

/** `fields` is written as a list. */
type Value<Name> = Name extends 'count'
  ? number
  : Name extends 'fields'
    ? readonly string[]
    : string

/** Arguments of a sentence: none, or exactly its placeholders. */
type ValuesOf<Sentence> = [Placeholder<Sentence>] extends [never]
  ? []
  : [{ [Name in Placeholder<Sentence>]: Value<Name> }]

export type Translate = TranslateOf<English>
export type TranslateOf<English> = <Key extends keyof English>(
  key: Key,
  ...values: ValuesOf<English[Key]>
) => string

/** FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE: the text between them keeps its own direction (UAX #9). */
const ISOLATE_START = '\u2068'
const ISOLATE_END = '\u2069'

/** Creates the translation function of one language: it picks the plural by `count` and fills the placeholders. */
export function createTranslate<Own = English>(
  words: NoInfer<WordsOf<Own>>,
  locale: string,
  direction: 'ltr' | 'rtl',
): TranslateOf<Own> {
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
