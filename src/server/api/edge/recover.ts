import type { ServiceContext } from '../../service/context.ts'
import { refusalOfError } from '../http/unexpected-error.ts'
import { answerWith, type Step } from './call.ts'

/** Turns an exception into a refusal. */
export function recover({ log }: Pick<ServiceContext, 'log'>): Step {
  return async (call, next) => {
    try {
      return await next(call)
    } catch (error) {
      return answerWith(refusalOfError(error, log, call.requestId))
    }
  }
}
