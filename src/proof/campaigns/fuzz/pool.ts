import type { Dice } from '../shared/dice.ts'
import type { ApiDocument } from './document.ts'
import { asFilter, type Known } from './draw-value.ts'

const KEPT_MAX = 40
/** Fields of responses, and the names under which requests carry their values. */
const ASKED_AS: Record<string, readonly string[] | undefined> = {
  cursor: [asFilter('after')],
  orderReference: [asFilter('orderReference')],
  amount: [asFilter('amount')],
  email: [asFilter('customerEmail')],
  metadata: [asFilter('metadata')],
  createdAt: [asFilter('createdAfter'), asFilter('createdBefore')],
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
  const byName = new Map<string, unknown[]>()

  function learn(value: unknown, field = ''): void {
    if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) learn(inner, name)
    if (value === null) return
    for (const name of ASKED_AS[field] ?? []) {
      const values = byName.get(name) ?? []
      byName.set(name, values)
      keep(values, value)
    }
    if (typeof value !== 'string') return
    // A session's URL ends with its reference.
    const text = field === 'url' ? (value.split('/').at(-1) ?? '') : value
    for (const { test, values } of byPattern.values()) if (test.test(text)) keep(values, text)
  }

  return {
    learn,
    named: (name) => dictionary[name] ?? byName.get(name) ?? [],
    matching: (pattern) => byPattern.get(pattern)?.values ?? [],
    like: (example) => [...byPattern.values()].find(({ test }) => test.test(example))?.values ?? [],
  }
}

function keep<Value>(values: Value[], value: Value): void {
  const text = JSON.stringify(value)
  if (values.some((kept) => JSON.stringify(kept) === text)) return
  values.push(value)
  if (values.length > KEPT_MAX) values.shift()
}

/** One merchant's known values, and with this probability another merchant's. */
export function withAlien(own: Known, alien: Known, dice: Dice, probability: number): Known {
  const source = () => (dice.chance(probability) ? alien : own)
  return {
    named: (name) => source().named(name),
    matching: (pattern) => source().matching(pattern),
    like: (example) => source().like(example),
  }
}
