import * as fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { ApiDocument, JsonSchema } from './document.ts'
import type { Source } from './source.ts'

/** Values of a sequence that fit a schema: ids from responses, and values with a meaning. */
export interface Known {
  named(name: string): readonly unknown[]
  matching(pattern: string): readonly string[]
  /** Values of the kind of an example, such as ids of payments. */
  like(example: string): readonly string[]
}

/** The name under which `Known` has values for a query parameter. A body's field of the same name does not get them. */
export function asFilter(name: string): string {
  return `?${name}`
}

export interface Drawing {
  document: ApiDocument
  source: Source
  known: Known
}

const USES_KNOWN = 0.95
const HAS_OPTIONAL = 0.3
const IS_LONG = 0.02
const ITEMS_MORE = 2
const INTEGER_MAX = Number.MAX_SAFE_INTEGER

/** A value that the schema accepts. */
export function drawValue(drawing: Drawing, given: JsonSchema, name = ''): unknown {
  const { document, source, known } = drawing
  const { dice } = source
  const schema = document.resolve(given)
  const familiar = known.named(name).filter((value) => isOfPattern(schema, value))
  if (familiar.length > 0 && dice.chance(USES_KNOWN)) return dice.pick(familiar)
  if ('const' in schema) return schema.const
  if (schema.enum) return dice.pick(schema.enum)
  const choices = schema.oneOf ?? schema.anyOf
  if (choices) return drawValue(drawing, dice.pick(choices), name)
  const type = Array.isArray(schema.type) ? dice.pick(schema.type) : schema.type
  switch (type) {
    case 'object':
      return drawObject(drawing, schema)
    case 'array':
      return drawArray(drawing, schema)
    case 'string': {
      const matching = schema.pattern === undefined ? [] : known.matching(schema.pattern)
      if (matching.length > 0 && dice.chance(USES_KNOWN)) return dice.pick(matching)
      return source.value(schema, () => strings(schema))
    }
    case 'integer':
    case 'number':
      return source.value(schema, () => integers(schema))
    case 'boolean':
      return dice.chance(0.5)
    case 'null':
      return null
    case undefined:
    default:
      throw new Error(`the document has a schema that the fuzzer cannot read: ${String(type)}`)
  }
}

function isOfPattern({ pattern }: JsonSchema, value: unknown): boolean {
  return pattern === undefined || new RegExp(pattern).test(String(value))
}

function drawObject(drawing: Drawing, schema: JsonSchema): Record<string, unknown> {
  const { dice } = drawing.source
  const fields: [string, unknown][] = Object.entries(schema.properties ?? {})
    .filter(([name]) => schema.required?.includes(name) === true || dice.chance(HAS_OPTIONAL))
    .map(([name, field]) => [name, drawValue(drawing, field, name)])
  const { additionalProperties, propertyNames = { type: 'string' } } = schema
  if (typeof additionalProperties === 'object')
    for (let count = dice.below(ITEMS_MORE + 1); count > 0; count--)
      fields.push([
        String(drawValue(drawing, propertyNames)),
        drawValue(drawing, additionalProperties),
      ])
  return Object.fromEntries(fields)
}

function drawArray(
  drawing: Drawing,
  { items = {}, minItems = 0, maxItems = minItems + ITEMS_MORE, uniqueItems }: JsonSchema,
): unknown[] {
  const { dice } = drawing.source
  const few = Math.min(maxItems, minItems + dice.below(ITEMS_MORE + 1))
  const length = dice.chance(IS_LONG) ? maxItems : few
  const values = Array.from({ length }, () => drawValue(drawing, items))
  return uniqueItems === true ? [...new Set(values)] : values
}

function integers({ minimum = -INTEGER_MAX, maximum = INTEGER_MAX }: JsonSchema) {
  return fc.oneof(
    fc.constantFrom(minimum, maximum),
    fc.integer({ min: minimum, max: maximum }),
    fc.integer({ min: minimum, max: Math.min(maximum, Math.max(minimum, 0) + 100) }),
  )
}

function strings(schema: JsonSchema): Arbitrary<string> {
  const { minLength = 0, maxLength = 300, pattern } = schema
  const leavesOut = pattern !== undefined && pattern.startsWith('^[^')
  const fits = (text: string) => {
    const { length } = Array.from(text)
    if (length < minLength || length > maxLength) return false
    return !leavesOut || isOfPattern(schema, text)
  }
  const ofFormat = FORMATS[schema.format ?? '']
  if (ofFormat !== undefined) return ofFormat.filter(fits)
  if (pattern !== undefined && !leavesOut) {
    // fast-check supports no lookaheads: filter by the whole pattern afterwards.
    const whole = new RegExp(pattern)
    const plain = new RegExp(pattern.replaceAll(/\(\?=[^)]*\)/g, ''))
    return fc.stringMatching(plain, { maxLength }).filter((text) => fits(text) && whole.test(text))
  }
  return fc
    .oneof(
      fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 20) }),
      fc.string({ unit: 'binary', minLength, maxLength: Math.min(maxLength, minLength + 20) }),
      fc.constantFrom('x', '𝕏').map((character) => character.repeat(maxLength)),
      fc.constant('x'.repeat(Math.max(minLength, 1))),
    )
    .filter(fits)
}

const dates = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T00:00:00Z'),
  noInvalidDate: true,
})
const FORMATS: Record<string, Arbitrary<string> | undefined> = {
  uuid: fc.uuid(),
  uri: fc.webUrl(),
  'uri-template': fc.webUrl({ withQueryParameters: true }),
  'idn-email': fc.emailAddress(),
  'date-time': dates.map((date) => date.toISOString()),
  date: dates.map((date) => date.toISOString().slice(0, 10)),
}
