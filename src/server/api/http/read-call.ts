import { createHash } from 'node:crypto'
import { LIMITS } from '../../../contract/limits.ts'
import type { Operation } from '../../../contract/operation.ts'
import { refuse, type Refusal, type RepeatableRequest } from '../handler.ts'
import { readJson } from './read-json.ts'
import { validate } from './validate.ts'

/** What a request sent, parsed by the schemas of its operation. */
export interface SentCall {
  outcome: 'read'
  parameters: unknown
  query: unknown
  body: unknown
  attemptKey: string | undefined
  repeatable: RepeatableRequest | undefined
}

/** Of an operation that takes nothing. */
export const NOTHING_SENT: SentCall = {
  outcome: 'read',
  parameters: undefined,
  query: undefined,
  body: undefined,
  attemptKey: undefined,
  repeatable: undefined,
}

const IDEMPOTENCY_KEY = /^[\x21-\x7e]+$/

export async function readCall(
  operation: Operation,
  request: Request,
  pathParameters: Readonly<Record<string, string>>,
): Promise<SentCall | Refusal> {
  const call: SentCall = { ...NOTHING_SENT }
  if (operation.parameters !== undefined) {
    const parsed = operation.parameters.safeParse(pathParameters)
    // An id that cannot be one names nothing.
    if (!parsed.success) return refuse('not_found', 'There is nothing at this address.')
    call.parameters = parsed.data
  }
  if (operation.query !== undefined) {
    const parsed = validate(operation.query, queryOf(request), 'query')
    if (parsed.outcome === 'refused') return parsed
    call.query = parsed.value
  }
  if (operation.body !== undefined) {
    const takesKey = operation.idempotent === true || operation.attemptKey === true
    const key = takesKey ? (request.headers.get('idempotency-key') ?? undefined) : undefined
    if (key !== undefined && !isIdempotencyKey(key))
      return refuse(
        'invalid_idempotency_key',
        `Idempotency-Key must be 1 to ${LIMITS.idempotencyKeyLengthMax} visible ASCII characters.`,
      )
    const json = await readJson(request)
    if (json.outcome === 'refused') return json
    const parsed = validate(operation.body, json.value, 'body')
    if (parsed.outcome === 'refused') return parsed
    call.body = parsed.value
    call.attemptKey = key
    if (operation.idempotent === true && key !== undefined)
      call.repeatable = {
        // With what it names: the same key for another session is another request.
        route: `${request.method} ${pathOf(operation, pathParameters)}`,
        key,
        bodyHash: createHash('sha256').update(json.bytes).digest(),
      }
  }
  return call
}

/** A name that comes twice has a list as its value, which no schema takes. */
function queryOf(request: Request): Record<string, string | string[]> {
  const { searchParams } = new URL(request.url)
  const names = [...new Set(searchParams.keys())]
  return Object.fromEntries(
    names.map((name) => {
      const [value = '', ...more] = searchParams.getAll(name)
      return [name, more.length > 0 ? [value, ...more] : value]
    }),
  )
}

function pathOf({ path }: Operation, parameters: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? '')
}

function isIdempotencyKey(key: string): boolean {
  return key.length <= LIMITS.idempotencyKeyLengthMax && IDEMPOTENCY_KEY.test(key)
}
