import type { ServiceContext } from '../../context.ts'
import type { KnownViewer, Refusal } from '../handler.ts'
import { answerWith, type Step } from './call.ts'

export type AuthenticateViewer = (
  context: ServiceContext,
  headers: Headers,
) => Promise<KnownViewer | Refusal>

/** Finds out for whom the page's backend calls, where somebody looks at a merchant's events. */
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
