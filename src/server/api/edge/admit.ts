import { BUSY, type ConcurrencyLimit } from '../../limits/concurrency-limit.ts'
import { priorityOf } from '../../limits/priority.ts'
import { answerWith, type Step } from './call.ts'

/** Load shedding: refuses before any work on a call that would get no permit. */
export function admit(limit: ConcurrencyLimit): Step {
  return async (call, next) => {
    const priority = priorityOf(call.id)
    if (priority !== undefined && !limit.hasPermit(priority)) return answerWith(BUSY)
    return next(call)
  }
}
