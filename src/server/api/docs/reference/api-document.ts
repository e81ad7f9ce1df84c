import type { JsonSchema } from '#contract/openapi/schemas.ts'

export type Schema = JsonSchema

interface GivenParameter {
  name: string
  in: string
  required: boolean
  description?: string
  schema: object
}

/** A parameter whose description is in its schema, as for fields. */
export interface Parameter {
  name: string
  in: string
  required: boolean
  schema: Schema
}

export interface Header {
  description: string
}

interface Reference {
  $ref: string
}

export interface Content {
  schema?: Schema | undefined
  example?: unknown
  examples?: Record<string, unknown>
}

export interface Answer {
  description: string
  headers?: Record<string, unknown>
  content?: Record<string, Content>
}

export interface Operation {
  operationId: string
  tags: readonly string[]
  summary: string
  description: string
  security: readonly unknown[]
  parameters?: readonly (GivenParameter | Reference)[]
  requestBody?: { required: boolean; content: Record<string, Content> }
  responses: Record<string, Answer>
}

/** The subset of an OpenAPI document that the reference uses. */
export interface ApiDocument {
  info: { title: string; version: string; description: string }
  servers: readonly { url: string }[]
  tags: readonly { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  components: {
    schemas: Record<string, Schema>
    parameters: Record<string, GivenParameter>
    headers: Record<string, Header>
    examples: Record<string, { value: unknown }>
    securitySchemes: { ApiKey: { name: string; description: string } }
  }
}

/** An operation with its path and method. */
export interface Call {
  method: string
  path: string
  operation: Operation
}

export function callsOf({ paths }: ApiDocument): Call[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
}

/** The last segment of a `$ref`, such as `Session` of `#/components/schemas/Session`. */
export function nameOfReference($ref: string): string {
  return $ref.slice($ref.lastIndexOf('/') + 1)
}

export function parametersOf(
  { parameters = [] }: Operation,
  { components }: ApiDocument,
): Parameter[] {
  return parameters.flatMap((parameter) => {
    const found =
      '$ref' in parameter ? components.parameters[nameOfReference(parameter.$ref)] : parameter
    if (found === undefined) return []
    const { description, schema, ...place } = found
    return [{ ...place, schema: { ...schema, ...(description !== undefined && { description }) } }]
  })
}

export function isSchema(schema: unknown): schema is Schema {
  return schema instanceof Object
}

/** The response of a successful call. */
export function successOf({
  responses,
}: Operation): { status: string; answer: Answer } | undefined {
  return Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([status, answer]) => ({ status, answer }))[0]
}

/** Example values of a body or response, by name. */
export function examplesOf(
  content: Content | undefined,
  { components }: ApiDocument,
): { name: string; value: unknown }[] {
  if (content?.example !== undefined) return [{ name: 'example', value: content.example }]
  return Object.entries(content?.examples ?? {}).flatMap(([name, example]) => {
    const found =
      example instanceof Object && '$ref' in example
        ? components.examples[nameOfReference(String(example.$ref))]
        : example
    return found instanceof Object && 'value' in found ? [{ name, value: found.value }] : []
  })
}
