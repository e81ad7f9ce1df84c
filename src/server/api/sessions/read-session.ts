import { readSession as findSession } from '../../database/sessions/sessions.ts'
import type { Handler } from '../handler.ts'
import { done, refuse } from '../../service/outcome.ts'
import { presentSession } from '../../service/sessions/present-session.ts'

export const readSession: Handler<'readSession'> = async (context, call) => {
  const session = await findSession(context.database, call.caller.merchant.id, call.parameters.id)
  // guard: same-refusal
  if (session === undefined) return refuse('not_found', 'There is no such session.')
  return done(presentSession(context, session))
}
