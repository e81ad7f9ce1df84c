import {
  type ApiDocument,
  type Call,
  examplesOf,
  type Parameter,
  parametersOf,
} from '../api-document.ts'

/** The input of a sample call, from the document's own examples. */
export interface SampleParts {
  method: string
  baseUrl: string
  /** With the parameters filled in. */
  path: string
  pathValues: Readonly<Record<string, string>>
  query: Readonly<Record<string, unknown>>
  headers: Readonly<Record<string, string>>
  /** Absent where a call has no body or needs none. */
  body: unknown
  needsKey: boolean
  /** A POST that is safe to repeat with the same `Idempotency-Key`. */
  isIdempotent: boolean
}

const IDEMPOTENCY_KEY = 'Idempotency-Key'
/** A first call has no cursor. */
const CURSOR = 'after'

export function samplePartsOf(
  { method, path, operation }: Call,
  document: ApiDocument,
): SampleParts {
  const parameters = parametersOf(operation, document)
  const placed = (place: string) => parameters.filter((parameter) => parameter.in === place)
  const pathValues = valuesOf(placed('path'))
  const headers = placed('header').filter(({ name }) => name !== IDEMPOTENCY_KEY)
  return {
    method: method.toUpperCase(),
    baseUrl: document.servers[0]?.url ?? '',
    path: path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => pathValues[name] ?? name),
    pathValues,
    query: sampleQuery(placed('query')),
    headers: valuesOf(headers),
    body: examplesOf(operation.requestBody?.content['application/json'], document)[0]?.value,
    needsKey: operation.security.length > 0,
    isIdempotent: parameters.some(({ name }) => name === IDEMPOTENCY_KEY),
  }
}

/** The filters that have an example. */
function sampleQuery(parameters: readonly Parameter[]): Record<string, unknown> {
  const filters = parameters.filter(({ name }) => name !== CURSOR)
  const withExample = filters.filter(({ schema }) => 'examples' in schema)
  return Object.fromEntries(withExample.map(({ name, schema }) => [name, exampleOf(schema)]))
}

function valuesOf(parameters: readonly Parameter[]): Record<string, string> {
  return Object.fromEntries(
    parameters.map(({ name, schema }) => [name, textOf(exampleOf(schema)) ?? name]),
  )
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

function exampleOf(schema: object): unknown {
  return 'examples' in schema && Array.isArray(schema.examples)
    ? (schema.examples[0] as unknown)
    : undefined
}
