import type { Dice } from '../shared/dice.ts'
import type { ApiDocument } from './document.ts'
import type { Known } from './draw-value.ts'

const KEPT_MAX = 40
/** Fields whose values are requested under another name. */
const ASKED_AS: Record<string, string | undefined> = {
  viewerToken: 'X-Viewer-Token',
  cursor: 'after',
}

/**
 * Values that one merchant and their shoppers learned from responses, by the patterns of the document's path
 * parameters.
 */
export interface Pool extends Known {
  learn(answer: unknown): void
}

export function createPool(
  { calls }: ApiDocument,
  dictionary: Record<string, readonly unknown[] | undefined>,
): Pool {
  const patterns = calls
    .flatMap(({ parameters }) => parameters)
    .flatMap(({ in: place, schema }) =>
      place === 'path' && schema.pattern ? [schema.pattern] : [],
    )
  const byPattern = new Map(
    patterns.map((pattern) => [pattern, { test: new RegExp(pattern), values: [] as string[] }]),
  )
  const byName = new Map<string, string[]>()

  function learn(value: unknown, field = ''): void {
    if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) learn(inner, name)
    if (typeof value !== 'string') return
    const name = ASKED_AS[field]
    if (name !== undefined) {
      const values = byName.get(name) ?? []
      byName.set(name, values)
      keep(values, value)
    }
    // A session's URL ends with its reference.
    const text = field === 'url' ? (value.split('/').at(-1) ?? '') : value
    for (const { test, values } of byPattern.values()) if (test.test(text)) keep(values, text)
  }

  return {
    learn,
    named: (name) => dictionary[name] ?? byName.get(name) ?? [],
    matching: (pattern) => byPattern.get(pattern)?.values ?? [],
  }
}

function keep(values: string[], value: string): void {
  if (values.includes(value)) return
  values.push(value)
  if (values.length > KEPT_MAX) values.shift()
}

/** One merchant's known values, and with this probability another merchant's. */
export function withAlien(own: Known, alien: Known, dice: Dice, probability: number): Known {
  const source = () => (dice.chance(probability) ? alien : own)
  return {
    named: (name) => source().named(name),
    matching: (pattern) => source().matching(pattern),
  }
}
