import type { z } from 'zod'
import { parseFields } from '#contract/field-errors.ts'
import { IDEMPOTENCY_KEY_RULE, IdempotencyKey } from '#contract/idempotency-key.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Operation } from '#contract/operation.ts'
import type { FieldProblem } from '#contract/problem.ts'
import type { IdempotentRequest } from '../../service/idempotency.ts'
import { idempotentRequest } from '../../service/idempotent-request.ts'
import { refuse, type Refused } from '../../service/outcome.ts'
import { parseJson, readBytes } from './read-json.ts'
import { wantedType } from './wanted-type.ts'

/** The input of a call, parsed by its operation's schemas. */
export interface SentCall {
  outcome: 'read'
  parameters: unknown
  query: unknown
  body: unknown
  idempotencyKey: string | undefined
  idempotent: IdempotentRequest | undefined
  wants: string | undefined
}

/** The input of an operation that takes none. */
export const NOTHING_SENT: SentCall = {
  outcome: 'read',
  parameters: undefined,
  query: undefined,
  body: undefined,
  idempotencyKey: undefined,
  idempotent: undefined,
  wants: undefined,
}

const KEY_MISSING = refuse(
  'missing_idempotency_key',
  'Send the header Idempotency-Key: this call moves money, and a repeated request must not move it twice.',
)
const KEY_INVALID = refuse('invalid_idempotency_key', `Idempotency-Key ${IDEMPOTENCY_KEY_RULE}.`)
const NO_EXPANSION = refuse('validation_failed', 'The query is not valid. See errors.', {
  fields: [{ path: 'expand', code: 'unknown_field', message: 'is not a field of this call' }],
})

export async function readCall(
  operation: Operation,
  request: Request,
  pathParameters: Readonly<Record<string, string>>,
  /** Finds the broken rules of the operation in a body that the schema refuses. */
  problemsOf: (body: unknown) => FieldProblem[] = () => [],
): Promise<SentCall | Refused> {
  const call: SentCall = { ...NOTHING_SENT }
  if (operation.parameters !== undefined) {
    const parsed = operation.parameters.safeParse(pathParameters)
    // A malformed id cannot exist: 404, not 422.
    if (!parsed.success) return refuse('not_found', 'There is nothing at this address.')
    call.parameters = parsed.data
  }
  if (operation.query !== undefined) {
    const parsed = validate(operation.query, queryOf(request, operation.query), 'query')
    if (parsed.outcome === 'refused') return parsed
    call.query = parsed.value
  } else if (operation.caller === 'merchant' && isExpanding(request)) return NO_EXPANSION
  call.wants = wantedType(operation, request.headers.get('accept'))
  if (operation.body !== undefined) {
    const takesKey = operation.idempotent === true || operation.idempotencyKey === true
    const key = takesKey ? (request.headers.get('idempotency-key') ?? undefined) : undefined
    if (key !== undefined && !IdempotencyKey.safeParse(key).success) return KEY_INVALID
    if (key === undefined && operation.requiresIdempotencyKey === true) return KEY_MISSING
    const bytesMax = operation.bodyBytesMax ?? LIMITS.bodyBytesMax
    const bytes = await readBytes(request, bytesMax)
    const json = parseJson(request, bytes, bytesMax)
    if (json.outcome === 'refused') return json
    const parsed = validate(operation.body, json.value, 'body')
    if (parsed.outcome === 'refused')
      return { ...parsed, fields: [...(parsed.fields ?? []), ...problemsOf(json.value)] }
    call.body = parsed.value
    call.idempotencyKey = key
    if (operation.idempotent === true && key !== undefined)
      // After validation, which bounds how deep the value nests.
      call.idempotent = idempotentRequest(operation, {
        parameters: pathParameters,
        key,
        value: json.value,
        bytes: json.bytes,
      })
  }
  return call
}

/** Whether the query has `expand`. Lists refuse it as an unknown parameter; calls without a query must not ignore it. */
function isExpanding({ url }: Request): boolean {
  return url.includes('?') && new URL(url).searchParams.has('expand')
}

/** A repeated parameter becomes a list, which every schema refuses. `metadata[key]` becomes a field of `metadata`. */
function queryOf(request: Request, schema: z.ZodObject): Record<string, unknown> {
  const { searchParams } = new URL(request.url)
  const names = [...new Set(searchParams.keys())]
  const plain: [string, unknown][] = []
  const metadata: [string, unknown][] = []
  for (const name of names) {
    const [value = '', ...more] = searchParams.getAll(name)
    const key = 'metadata' in schema.shape ? METADATA.exec(name)?.[1] : undefined
    const sent = more.length > 0 ? [value, ...more] : value
    if (key === undefined) plain.push([name, sent])
    else metadata.push([key, sent])
  }
  // With `metadata=text` in the query, the object would replace that text, which the schema must see to refuse it.
  if (metadata.length > 0 && !searchParams.has('metadata'))
    plain.push(['metadata', Object.fromEntries(metadata)])
  return Object.fromEntries(plain)
}

/** The style `deepObject` of OpenAPI. */
const METADATA = /^metadata\[([^[\]]+)\]$/

type Parsed<T> = { outcome: 'parsed'; value: T } | Refused

/** Parses what was sent; a refusal names every problem at once, each with its path. */
function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  what: string,
): Parsed<z.output<Schema>> {
  const result = parseFields(schema, value)
  if (result.ok) return { outcome: 'parsed', value: result.value }
  return refuse('validation_failed', `The ${what} is not valid. See errors.`, {
    fields: result.errors,
  })
}
