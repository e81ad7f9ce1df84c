import { InvalidArgumentError, Option } from 'commander'
import { z } from 'zod'

/** Description of an option in help, by `.meta()`, or by `.describe()` if a description suffices. */
export interface FlagMeta {
  description: string
  /** Placeholder of the value. By default `n` for numbers, `list` for lists, else `text`. */
  placeholder?: string
  /** Text for a computed default. */
  defaultText?: string
}

export interface Flag {
  key: string
  option: Option
  /** What is wrong with a value, and the remedy. */
  refusal(issue: z.core.$ZodIssue, value: unknown, index: PropertyKey | undefined): string
}

type Leaf = z.core.JSONSchema.BaseSchema

/** One flag per key: integers, texts, lists (comma-separated or repeated), and switches (`--no-x` when the default is true). */
export function readFlags(options: z.ZodType): Flag[] {
  const schema = z.toJSONSchema(options, { io: 'input' })
  return [schema, ...(schema.allOf ?? [])].flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([key, leaf]) =>
      typeof leaf === 'boolean' ? [] : [flagOf(key, leaf)],
    ),
  )
}

function flagOf(key: string, leaf: Leaf): Flag {
  const name = `--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  return {
    key,
    option: optionOf(name, leaf),
    refusal(issue, value, index) {
      const wrong: unknown = Array.isArray(value) ? value[Number(index)] : value
      return `${name} ${String(wrong)}: ${expectationOf(leaf, issue)}`
    },
  }
}

function optionOf(name: string, leaf: Leaf): Option {
  const description = [leaf.description, ...extrasOf(leaf)].join(' ')
  if (leaf.type === 'boolean')
    return new Option(leaf.default === true ? name.replace('--', '--no-') : name, description)
  const option = new Option(`${name} <${placeholderOf(leaf)}>`, description)
  if (leaf.type === 'integer') return option.argParser(readNumber)
  if (leaf.type !== 'array') return option
  const readWord = itemOf(leaf)?.type === 'integer' ? readNumber : (word: string) => word
  return option.argParser((text, before: unknown[] | undefined) => [
    ...new Set([...(before ?? []), ...readWords(text).map(readWord)]),
  ])
}

function placeholderOf(leaf: Leaf): string {
  if (typeof leaf['placeholder'] === 'string') return leaf['placeholder']
  return leaf.type === 'integer' ? 'n' : leaf.type === 'array' ? 'list' : 'text'
}

function extrasOf(leaf: Leaf): string[] {
  if (leaf.type === 'boolean') return []
  const byDefault = defaultOf(leaf)
  const parts = [
    ...(leaf.type === 'integer' ? [rangeOf(leaf).replace(/^(?:from|of) /, '')] : []),
    ...(byDefault === '' ? [] : [`default: ${byDefault}`]),
  ]
  return parts.length === 0 ? [] : [`(${parts.join('; ')})`]
}

function defaultOf(leaf: Leaf): string {
  const byDefault: unknown = leaf['defaultText'] ?? leaf.default ?? ''
  if (Array.isArray(byDefault)) return byDefault.map(String).join(', ')
  return typeof byDefault === 'string' ? byDefault : JSON.stringify(byDefault)
}

/** A text that is no integer stays a text, which the schema refuses. */
function readNumber(text: string): number | string {
  return /^\d+$/.test(text) ? Number(text) : text
}

function readWords(text: string): string[] {
  const words = text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
  if (words.length === 0) throw new InvalidArgumentError('It names nothing.')
  return words
}

function expectationOf(leaf: Leaf, issue: z.core.$ZodIssue): string {
  const one = itemOf(leaf) ?? leaf
  if (issue.code === 'custom') return issue.message
  if (one.enum !== undefined) return `there are ${one.enum.join(', ')}`
  return one.type === 'integer' ? `must be a whole number ${rangeOf(one)}` : issue.message
}

function itemOf({ items }: Leaf): Leaf | undefined {
  return Array.isArray(items) || typeof items === 'boolean' ? undefined : items
}

function rangeOf({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Leaf): string {
  return maximum === Number.MAX_SAFE_INTEGER
    ? `of at least ${minimum}`
    : `from ${minimum} to ${maximum}`
}
