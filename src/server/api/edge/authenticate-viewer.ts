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
  return async (call, next) => {
    if (call.operation.viewer !== true) return next(call)
    const known = await authenticate(context, call.request.headers)
    if ('outcome' in known) return answerWith(known)
    return next({ ...call, viewer: known })
  }
}
