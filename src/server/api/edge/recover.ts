import type { ServiceContext } from '../../context.ts'
import { refusalOfSurprise } from '../http/surprise.ts'
import { answerWith, type Step } from './call.ts'

/** Makes an exception the refusal that it means. */
export function recover({ log }: Pick<ServiceContext, 'log'>): Step {
  return async (call, next) => {
    try {
      return await next(call)
    } catch (error) {
      return answerWith(refusalOfSurprise(error, log, call.requestId))
    }
  }
}
