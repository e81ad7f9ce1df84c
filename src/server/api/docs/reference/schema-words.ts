import { isSchema, nameOfReference, type Schema } from './api-document.ts'

/** Longer patterns are omitted: a format or a description is clearer. */
const PATTERN_LENGTH_MAX = 56

/** A schema after its references were followed; `null` in a union becomes `isNullable`. */
export interface Resolved {
  schema: Schema
  /** The component's name, if it is one. */
  name: string | undefined
  isNullable: boolean
}

export type Components = Readonly<Record<string, Schema>>

/**
 * Follows references and extracts `null` from a union of two. A description beside a `$ref` overrides
 * the component's.
 */
export function resolve(schema: Schema, components: Components, followed = 0): Resolved {
  const choice = schema.anyOf?.filter(isSchema) ?? []
  const [kept, ...others] = choice.filter(({ type }) => type !== 'null')
  if (kept !== undefined && others.length === 0 && choice.length === 2) {
    const { anyOf: _, ...beside } = schema
    return { ...resolve({ ...kept, ...beside }, components, followed + 1), isNullable: true }
  }
  const { $ref, ...beside } = schema
  if ($ref === undefined) return { schema, name: undefined, isNullable: false }
  const name = nameOfReference($ref)
  const component = components[name]
  // Also ends a circular reference.
  if (component === undefined || followed > Object.keys(components).length)
    return { schema: beside, name, isNullable: false }
  const { isNullable, schema: found } = resolve(component, components, followed + 1)
  return { schema: { ...found, ...beside }, name, isNullable }
}

/** The type of a value as text, such as `array of objects or null`. */
export function typeWords({ schema, isNullable }: Resolved, components: Components): string {
  return isNullable ? `${bareType(schema, components)} or null` : bareType(schema, components)
}

function bareType(schema: Schema, components: Components): string {
  if (schema.const !== undefined) return typeof schema.const
  if (schema.type === 'array' && isSchema(schema.items))
    return `array of ${pluralType(resolve(schema.items, components), components)}`
  if (schema.oneOf !== undefined) return 'object'
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  const words = types.filter((type) => typeof type === 'string').join(' or ') || 'any'
  return schema.format === undefined ? words : `${words} (${schema.format})`
}

function pluralType({ schema }: Resolved, components: Components): string {
  const { format: _, ...plain } = schema
  return `${bareType(plain, components)}s`
}

/** The constraints of a value beside its type, each as a short text. */
export function constraintsOf(schema: Schema): string[] {
  const { format, pattern } = schema
  const items = schema.type === 'array' ? range(schema.minItems, schema.maxItems, 'item') : []
  return [
    ...range(schema.minLength, schema.maxLength, 'character'),
    ...range(schema.minimum, schema.maximum),
    ...items,
    ...(schema.uniqueItems === true ? ['each once'] : []),
    ...(pattern !== undefined && pattern.length <= PATTERN_LENGTH_MAX && format === undefined
      ? [pattern]
      : []),
  ]
}

function range(min: number | undefined, max: number | undefined, noun?: string): string[] {
  const unit = noun === undefined ? '' : ` ${noun}${(max ?? min) === 1 ? '' : 's'}`
  if (min !== undefined && max !== undefined)
    return [min === max ? `${min}${unit}` : `${min} to ${max}${unit}`]
  if (max !== undefined) return [`at most ${max}${unit}`]
  if (min !== undefined && !(min === 0 && noun !== undefined)) return [`at least ${min}${unit}`]
  return []
}

/** The allowed names of an enumeration. */
export function namesOf(schema: Schema): string[] {
  if (schema.const !== undefined) return [JSON.stringify(schema.const)]
  return (schema.enum ?? []).filter((name) => name !== null).map(String)
}
