import { statement, type Statement } from './database.ts'

type Lower =
  | ('a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i' | 'j' | 'k' | 'l' | 'm')
  | ('n' | 'o' | 'p' | 'q' | 'r' | 's' | 't' | 'u' | 'v' | 'w' | 'x' | 'y' | 'z')

/** The letters with which a text begins. */
type Word<Text, Read extends string = ''> = Text extends `${infer First}${infer Rest}`
  ? First extends Lower | Uppercase<Lower>
    ? Word<Rest, `${Read}${First}`>
    : Read
  : Read

/** The names of `:name` in a text; `::type` is none. */
type NamesIn<Text, Found extends string = never> = Text extends `${string}:${infer Rest}`
  ? Rest extends `:${infer Type}`
    ? NamesIn<Type, Found>
    : Rest extends `${Lower}${string}`
      ? NamesIn<Rest, Found | Word<Rest>>
      : NamesIn<Rest, Found>
  : Found

type Exactly<Values, Name extends string> = Values & Record<Exclude<keyof Values, Name>, never>

/** An SQL text whose parameters have names. */
export interface NamedStatement<Name extends string> extends Statement {
  /** The values in the order of the parameters; exactly the names that the text has. */
  values<Values extends Readonly<Record<Name, unknown>>>(values: Exactly<Values, Name>): unknown[]
}

const TOKENS = /'[^']*'|"[^"]*"|--[^\n]*|\/\*.*?\*\/|::|:[a-z][A-Za-z]*/gs
const NAME = /:[a-z]/

/**
 * A statement with `:name` for each parameter. Compiled once to `$1`, `$2` …: a call does no work on text. Throws where
 * a name stands in a string or a comment, or beside a parameter with a number.
 */
export function named<const Text extends string>(
  label: string,
  text: string extends Text ? never : Text,
): NamedStatement<NamesIn<Text>> {
  const names: string[] = []
  const numbered = text.replaceAll(TOKENS, (token) => {
    if (token === '::') return token
    if (token.startsWith(':')) {
      const name = token.slice(1)
      if (!names.includes(name)) names.push(name)
      return `$${names.indexOf(name) + 1}`
    }
    if (NAME.test(token.replaceAll('::', '')))
      throw new RangeError(`${label}: ${token} must not hold a parameter`)
    return token
  })
  if (/\$\d/.test(text)) throw new RangeError(`${label}: give every parameter a name`)
  return {
    ...statement(label, numbered),
    values: (values: Readonly<Record<string, unknown>>) => names.map((name) => values[name]),
  }
}
