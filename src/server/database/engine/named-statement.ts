import { statement, type Statement } from './database.ts'

type Lower =
  | ('a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i' | 'j' | 'k' | 'l' | 'm')
  | ('n' | 'o' | 'p' | 'q' | 'r' | 's' | 't' | 'u' | 'v' | 'w' | 'x' | 'y' | 'z')

/** The leading letters of a text. */
type Word<Text, Read extends string = ''> = Text extends `${infer First}${infer Rest}`
  ? First extends Lower | Uppercase<Lower>
    ? Word<Rest, `${Read}${First}`>
    : Read
  : Read

/** The names of the parameters `:name` in a text; a cast `::type` is not one. */
type NamesIn<Text, Found extends string = never> = Text extends `${string}:${infer Rest}`
  ? Rest extends `:${infer Type}`
    ? NamesIn<Type, Found>
    : Rest extends `${Lower}${string}`
      ? NamesIn<Rest, Found | Word<Rest>>
      : NamesIn<Rest, Found>
  : Found

type Exactly<Values, Name extends string> = Values & Record<Exclude<keyof Values, Name>, never>

/** A prepared statement with named parameters. */
export interface NamedStatement<Name extends string> extends Statement {
  /** The values in the order of the parameters; the types require exactly the names of the text. */
  values<Values extends Readonly<Record<Name, unknown>>>(values: Exactly<Values, Name>): unknown[]
}

const TOKENS = /'[^']*'|"[^"]*"|--[^\n]*|::|:[a-z][A-Za-z]*/g
const NAME = /:[a-z]/

/**
 * Prepares a statement with parameters `:name`, compiled once to `$1`, `$2` …. Throws when a parameter stands in a string
 * or comment, or when the text has numbered parameters as well.
 */
export function named<const Text extends string>(
  label: string,
  text: string extends Text ? never : Text,
): NamedStatement<NamesIn<Text>> {
  if (text.includes('/*')) throw new RangeError(`${label}: write comments with --`)
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
