import { BUSY, type Gate } from '../../limits/gate.ts'
import { priorityOf } from '../../limits/priority.ts'
import { answerWith, type Step } from './call.ts'

/** Load shedding: refuses before anything is done for a call that would get no permit now. */
export function admit(gate: Gate): Step {
  return async (call, next) => {
    const priority = priorityOf(call.id)
    if (priority !== undefined && !gate.hasRoom(priority)) return answerWith(BUSY)
    return next(call)
  }
}
