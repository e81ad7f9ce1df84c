import type { ConcurrencyLimit } from '../../limits/concurrency-limit.ts'
import { BUSY } from '../busy.ts'
import { priorityOf } from '../../limits/priority.ts'
import { answerWith, type Step } from './call.ts'

/** Load shedding: refuses before any work on a call that would get no permit. */
export function admit(limit: ConcurrencyLimit): Step {
  return (call, next) => {
    const priority = priorityOf(call.id)
    return priority === undefined || limit.hasPermit(priority)
      ? next(call)
      : Promise.resolve(answerWith(BUSY))
  }
}
