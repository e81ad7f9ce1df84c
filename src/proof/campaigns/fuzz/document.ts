/** A JSON schema of the document; only the keywords that the fuzzer reads. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  oneOf?: JsonSchema[]
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  propertyNames?: JsonSchema
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
}

interface Media {
  schema?: JsonSchema
  examples?: Record<string, { value?: unknown }>
}

export interface DocumentedAnswer {
  headers?: Record<string, { $ref: string }>
  content?: Record<string, Media>
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  style?: string
  schema: JsonSchema
}

interface DocumentedOperation {
  operationId: string
  description: string
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Record<string, Media> }
  responses: Record<string, DocumentedAnswer>
}

export interface DocumentedCall {
  id: string
  method: string
  path: string
  /** The kind of key that the description asks for. */
  keyKind: string | undefined
  parameters: Parameter[]
  body: JsonSchema | undefined
  examples: unknown[]
  responses: Record<string, DocumentedAnswer>
}

/** The OpenAPI document alone: nothing of the product's own call table or schemas. */
export interface ApiDocument {
  schemas: Record<string, JsonSchema>
  headers: Record<string, { required?: boolean; schema: JsonSchema }>
  calls: DocumentedCall[]
  resolve(schema: JsonSchema): JsonSchema
  /** The calls at a path, by any method; a literal path precedes one with a parameter. */
  callsAt(pathname: string): DocumentedCall[]
}

interface Parsed {
  paths: Record<string, Record<string, DocumentedOperation>>
  components: Pick<ApiDocument, 'schemas' | 'headers'>
}

export function readDocument(text: string): ApiDocument {
  const { paths, components } = JSON.parse(text) as Parsed
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => readCall(path, method, operation)),
  )
  const patterns = Object.keys(paths)
    .toSorted((one, other) => placesIn(one) - placesIn(other))
    .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))
  return {
    ...components,
    calls,
    resolve(schema) {
      let found = schema
      while (found.$ref !== undefined) {
        const target = components.schemas[found.$ref.split('/').at(-1) ?? '']
        if (target === undefined) throw new Error(`${found.$ref} is not in the document`)
        found = target
      }
      return found
    },
    callsAt(pathname) {
      const at = patterns.find(({ pattern }) => pattern.test(pathname))
      return calls.filter(({ path }) => path === at?.path)
    },
  }
}

function readCall(
  path: string,
  method: string,
  { operationId, description, parameters = [], requestBody, responses }: DocumentedOperation,
): DocumentedCall {
  const media = requestBody?.content['application/json']
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    keyKind: /key of kind `(\w+)`/.exec(description)?.[1],
    parameters,
    body: media?.schema,
    examples: Object.values(media?.examples ?? {}).map(({ value }) => value),
    responses,
  }
}

function placesIn(path: string): number {
  return path.split('{').length
}
