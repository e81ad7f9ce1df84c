import type { Environment } from '#contract/environment.ts'
import { parseApiKey } from '#domain/api-key.ts'
import type { ApiKeyCache } from '../../service/keys/api-key-cache.ts'
import { refuse, type Refused } from '../../service/outcome.ts'
import type { Caller } from '../handler.ts'
import type { EdgeCall, Step } from './call.ts'

/** Authenticates the caller by API key. */
export function authenticateCaller(apiKeyCache: ApiKeyCache, environment: Environment): Step {
  const authenticated: Step = async (call, next) => {
    const known = await authenticate(apiKeyCache, environment, call)
    if ('outcome' in known) {
      const { keyId, ...result } = known
      return { result, headers: {}, ...(keyId !== undefined && { keyId }) }
    }
    return { ...(await next({ ...call, caller: known })), keyId: known.key.id }
  }
  return (call, next) =>
    call.operation.caller === 'anyone' ? next(call) : authenticated(call, next)
}

/** One refusal for malformed, unknown, revoked and expired keys: it must not reveal which keys exist. */
const INVALID = refuse('invalid_api_key', 'The API key is malformed, unknown, revoked or expired.')

/** `keyId` is present when the key is known but lacks permission. */
interface CallerRefused extends Refused {
  keyId?: string
}

/** Authenticates and authorizes a caller by API key. Malformed keys are refused without a database query. */
export async function authenticate(
  apiKeyCache: ApiKeyCache,
  environment: Environment,
  { operation, request: { headers }, client }: Pick<EdgeCall, 'operation' | 'request' | 'client'>,
): Promise<Caller | CallerRefused> {
  if (headers.has('origin'))
    return refuse('browser_use_forbidden', 'Call the API from a backend, never from a browser.')
  const apiKey = headers.get('x-api-key')
  if (apiKey === null || apiKey === '')
    return refuse('missing_api_key', 'Send the API key in the header X-Api-Key.')
  const parsed = parseApiKey(apiKey)
  if (!parsed.ok) return INVALID
  if (parsed.environment !== environment)
    return refuse(
      'wrong_environment',
      `This is the ${environment}; the key is of the ${parsed.environment}.`,
    )

  const known = await apiKeyCache.find(apiKey, client?.address)
  if (known === undefined) return INVALID
  const { key, merchant } = known
  const refuseKey = (detail: string): CallerRefused => ({
    ...refuse('insufficient_scope', detail),
    keyId: key.id,
  })
  if (key.kind !== operation.caller)
    return refuseKey(`This call needs a key of kind ${operation.caller}.`)
  if (operation.scope !== undefined && !key.scopes.includes(operation.scope))
    return refuseKey(`The API key lacks the scope ${operation.scope}.`)
  if (key.kind === 'checkout') return { kind: 'checkout', key }
  if (merchant === undefined) throw new Error('a merchant key without its merchant')
  return { kind: 'merchant', key, merchant }
}
