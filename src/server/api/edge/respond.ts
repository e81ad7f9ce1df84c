import type { ServiceContext } from '../../service/context.ts'
import { answer as acceptedResponse } from '../http/answer.ts'
import { problemResponse } from '../http/problem-response.ts'
import { refusalOfError } from '../http/unexpected-error.ts'
import { answerWith, type EdgeCall, type Next, type Step } from './call.ts'
import type { Responded } from './measure.ts'

/** Turns an answer into an HTTP response. `always` are the headers of every response. */
export function respond(
  apiUrl: string,
  always: Readonly<Record<string, string>>,
  next: Next,
): (call: EdgeCall) => Promise<Responded> {
  return async (call) => {
    const answer = await next(call)
    const { result } = answer
    const headers = { ...always, ...answer.headers }
    const response =
      result.outcome === 'refused'
        ? problemResponse(result, call.requestId, headers, apiUrl)
        : acceptedResponse(call.operation, result, call.requestId, headers)
    return { answer, response }
  }
}

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
