import type { ConcurrencyLimit } from '../../limits/concurrency-limit.ts'
import { priorityOf } from '../../limits/priority.ts'
import type { ServiceContext } from '../../service/context.ts'
import { inTimeOf, inTimeOfReference } from '../../service/merchant-time.ts'
import { BUSY } from '../admission.ts'
import type { Caller, Result } from '../handler.ts'
import type { Handlers } from '../handlers.ts'
import { answerWith, type Next, type Step } from './call.ts'

type AnyHandler = (context: ServiceContext, call: unknown) => Promise<Result<unknown>>

/** Acquires a permit and runs the handler of the operation. */
export function handle(context: ServiceContext, limit: ConcurrencyLimit, handlers: Handlers): Next {
  return async ({ id, request, pathParameters, caller, sent }) => {
    // `parse` has used the same table that types the handler.
    const handler = handlers[id] as AnyHandler
    const run = async (away: ServiceContext['away']) => {
      const own = await inTimeOfCall(context, caller, pathParameters)
      const isHead = request.method === 'HEAD'
      const signal = () => (isHead ? AbortSignal.abort() : request.signal)
      const call = { ...sent, caller, isHead, signal }
      return handler({ ...own, away }, call)
    }
    const priority = priorityOf(id)
    if (priority === undefined) return answerWith(await run(context.away))
    return answerWith((await limit.run(priority, run)) ?? BUSY)
  }
}

/**
 * In the sandbox a merchant may have its own clock; the caller or the checkout reference identifies
 * the merchant.
 */
function inTimeOfCall(
  context: ServiceContext,
  caller: Caller | undefined,
  { reference }: Readonly<Record<string, string>>,
): ServiceContext | Promise<ServiceContext> {
  if (caller !== undefined && 'merchant' in caller) return inTimeOf(context, caller.merchant.id)
  return reference === undefined ? context : inTimeOfReference(context, reference)
}

/** Load shedding: refuses before any work on a call that would get no permit. */
export function admit(limit: ConcurrencyLimit): Step {
  return (call, next) => {
    const priority = priorityOf(call.id)
    return priority === undefined || limit.hasPermit(priority)
      ? next(call)
      : Promise.resolve(answerWith(BUSY))
  }
}
