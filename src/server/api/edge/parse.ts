import { readCall } from '../http/read-call.ts'
import { answerWith, type Step } from './call.ts'

/** Reads and parses what was sent, by the schemas of the operation. */
export const parse: Step = async (call, next) => {
  const sent = await readCall(call.operation, call.request, call.pathParameters)
  return sent.outcome === 'refused' ? answerWith(sent) : next({ ...call, sent })
}
