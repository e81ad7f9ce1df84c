import { createHash } from 'node:crypto'
import { LIMITS } from '../../../contract/limits.ts'
import type { Operation } from '../../../contract/operation.ts'
import { refuse, type Refusal, type IdempotentRequest } from '../handler.ts'
import { readJson } from './read-json.ts'
import { validate } from './validate.ts'

/** The input of a call, parsed by its operation's schemas. */
export interface SentCall {
  outcome: 'read'
  parameters: unknown
  query: unknown
  body: unknown
  idempotencyKey: string | undefined
  idempotent: IdempotentRequest | undefined
}

/** The input of an operation that takes none. */
export const NOTHING_SENT: SentCall = {
  outcome: 'read',
  parameters: undefined,
  query: undefined,
  body: undefined,
  idempotencyKey: undefined,
  idempotent: undefined,
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
    // A malformed id cannot exist: 404, not 422.
    if (!parsed.success) return refuse('not_found', 'There is nothing at this address.')
    call.parameters = parsed.data
  }
  if (operation.query !== undefined) {
    const parsed = validate(operation.query, queryOf(request), 'query')
    if (parsed.outcome === 'refused') return parsed
    call.query = parsed.value
  }
  if (operation.body !== undefined) {
    const takesKey = operation.idempotent === true || operation.idempotencyKey === true
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
    call.idempotencyKey = key
    if (operation.idempotent === true && key !== undefined)
      call.idempotent = {
        // Includes the path parameters: the same key for another session is another request.
        route: `${request.method} ${pathOf(operation, pathParameters)}`,
        key,
        bodyHash: createHash('sha256').update(json.bytes).digest(),
      }
  }
  return call
}

/** A repeated parameter becomes a list, which every schema refuses. */
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
