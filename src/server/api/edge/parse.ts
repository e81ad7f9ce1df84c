import { readCall } from '../http/read-call.ts'
import { answerWith, type Step } from './call.ts'

export const parse: Step = async (call, next) => {
  const sent = await readCall(call.operation, call.request, call.pathParameters)
  return sent.outcome === 'refused' ? answerWith(sent) : next({ ...call, sent })
}
