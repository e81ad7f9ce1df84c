import type { ServiceContext } from '../../service/context.ts'
import { readCall } from '../http/read-call.ts'
import { problemsOfParts } from '../../service/sessions/session-problems.ts'
import { answerWith, type EdgeCall, type Step } from './call.ts'

/** Parses the input of a call. When the schema refuses a body, the refusal also names the rules that its valid parts break. */
export function parse(
  context: Pick<ServiceContext, 'environment' | 'layout' | 'processors'>,
): Step {
  return async (call, next) => {
    const { operation, request, pathParameters } = call
    const sent = await readCall(operation, request, pathParameters, rulesOf(context, call))
    return sent.outcome === 'refused' ? answerWith(sent) : next({ ...call, sent })
  }
}

function rulesOf(
  context: Pick<ServiceContext, 'environment' | 'layout' | 'processors'>,
  { id, caller }: EdgeCall,
) {
  return id === 'createSession' && caller?.kind === 'merchant'
    ? (sent: unknown) => problemsOfParts(context, caller.merchant, sent)
    : undefined
}
