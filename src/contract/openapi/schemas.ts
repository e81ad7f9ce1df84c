import { z } from 'zod'

export type JsonSchema = z.core.JSONSchema.BaseSchema

/** JSON Schemas by their given names, and the components that they refer to. */
export interface SchemaSet {
  schemas: Record<string, JsonSchema>
  components: Record<string, JsonSchema>
}

const REFERENCE = '#/$defs/'
const INT32_MAX = 2 ** 31 - 1

/**
 * Converts the contract's schemas to JSON Schema 2020-12; those with an id become components. Responses may gain fields
 * and stay open, bodies are closed. Where the two differ, the body's component is called `…Input`.
 */
export function convertSchemas(
  answers: Record<string, z.ZodType>,
  requests: Record<string, z.ZodType>,
): { answers: Record<string, JsonSchema>; requests: Record<string, JsonSchema> } & Pick<
  SchemaSet,
  'components'
> {
  const given = convert(answers, 'output')
  const taken = convert(requests, 'input')
  const inputs = namesOfInputs(given.components, taken.components)
  const answered = pointAtComponents(given, (name) => name)
  const sent = pointAtComponents(taken, (name) => (inputs.has(name) ? `${name}Input` : name))
  return {
    answers: answered.schemas,
    requests: sent.schemas,
    components: { ...sent.components, ...answered.components },
  }
}

function convert(schemas: Record<string, z.ZodType>, io: 'input' | 'output'): SchemaSet {
  const { properties = {}, $defs = {} } = z.toJSONSchema(z.object(schemas), {
    io,
    override: ({ zodSchema, jsonSchema }) => {
      simplify(jsonSchema)
      addDiscriminator(zodSchema, jsonSchema)
      if (io === 'input') return
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      delete jsonSchema.default
    },
  })
  return {
    schemas: properties as SchemaSet['schemas'],
    components: $defs,
  }
}

/** Replaces long patterns and bounds by a format, and names `int64` where 32 bits are too few. */
function simplify(schema: JsonSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if ((schema.maximum ?? 0) > INT32_MAX) schema.format = 'int64'
  if (schema.format === 'date-time') schema.pattern = 'Z$'
  if (schema.format === 'date' || schema.format === 'uuid') delete schema.pattern
  if (JSON.stringify(schema.propertyNames) === '{"type":"string"}') delete schema.propertyNames
}

/** Adds OpenAPI's `discriminator` to a union of objects with ids. */
function addDiscriminator(union: z.core.$ZodType, schema: JsonSchema): void {
  if (!(union instanceof z.ZodDiscriminatedUnion)) return
  const { discriminator, options } = union.def
  const mapping = options.flatMap((kind) => {
    const name = kind instanceof z.ZodObject ? kind.shape[discriminator] : undefined
    const id = z.globalRegistry.get(kind)?.id
    if (!(name instanceof z.ZodLiteral) || id === undefined)
      throw new TypeError(`A kind of a union by ${discriminator} has no id or no name.`)
    return Array.from(name.values, (value) => [value, REFERENCE + id])
  })
  schema['discriminator'] = { propertyName: discriminator, mapping: Object.fromEntries(mapping) }
}

/** Components that differ between body and response, and those that refer to one of them. */
function namesOfInputs(
  given: SchemaSet['components'],
  taken: SchemaSet['components'],
): ReadonlySet<string> {
  const shared = Object.keys(taken).filter((name) => name in given)
  const text = (name: string) => JSON.stringify(taken[name])
  const names = new Set(shared.filter((name) => text(name) !== JSON.stringify(given[name])))
  // Iterating a Set visits the elements that are added meanwhile.
  for (const changed of names)
    for (const name of shared) if (text(name).includes(`"${REFERENCE}${changed}"`)) names.add(name)
  return names
}

function pointAtComponents(
  { schemas, components }: SchemaSet,
  nameOf: (name: string) => string,
): SchemaSet {
  const text = JSON.stringify({ schemas, components }).replaceAll(
    /"#\/\$defs\/([^"]+)"/g,
    (_, name: string) => `"#/components/schemas/${nameOf(name)}"`,
  )
  const pointed: SchemaSet = JSON.parse(text, (_, value: unknown) => describeDefault(value))
  return {
    schemas: pointed.schemas,
    components: Object.fromEntries(
      Object.entries(pointed.components).map(([name, schema]) => [nameOf(name), schema]),
    ),
  }
}

/** Moves a default into the description: generators treat a field with `default` as always present. */
function describeDefault(value: unknown): unknown {
  if (!(value instanceof Object) || !('default' in value)) return value
  const { default: byDefault, ...schema } = value as JsonSchema
  const description = `Default: \`${JSON.stringify(byDefault)}\`.`
  return { ...schema, description: [schema.description, description].filter(Boolean).join(' ') }
}
