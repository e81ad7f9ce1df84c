import type { Environment } from '#contract/environment.ts'
import type { ApiKeyCache } from '../../service/keys/api-key-cache.ts'
import { authenticate } from '../authenticate.ts'
import type { Step } from './call.ts'

/** Authenticates the caller by API key. */
export function authenticateCaller(apiKeyCache: ApiKeyCache, environment: Environment): Step {
  const authenticated: Step = async (call, next) => {
    const { operation, request } = call
    const known = await authenticate(apiKeyCache, environment, operation, request.headers)
    if ('outcome' in known) {
      const { keyId, ...result } = known
      return { result, headers: {}, ...(keyId !== undefined && { keyId }) }
    }
    return { ...(await next({ ...call, caller: known })), keyId: known.key.id }
  }
  return (call, next) =>
    call.operation.caller === 'anyone' ? next(call) : authenticated(call, next)
}
