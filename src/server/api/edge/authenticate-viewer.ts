import type { ServiceContext } from '../../context.ts'
import type { KnownViewer, Refusal } from '../handler.ts'
import { answerWith, type Step } from './call.ts'

export type AuthenticateViewer = (
  context: ServiceContext,
  headers: Headers,
) => Promise<KnownViewer | Refusal>

/** Authenticates the viewer of a merchant's events, on whose behalf the page's backend calls. */
export function authenticateViewerOf(
  context: ServiceContext,
  authenticate: AuthenticateViewer,
): Step {
  const authenticated: Step = async (call, next) => {
    const known = await authenticate(context, call.request.headers)
    if ('outcome' in known) return answerWith(known)
    return next({ ...call, viewer: known })
  }
  return (call, next) => (call.operation.viewer === true ? authenticated(call, next) : next(call))
}
