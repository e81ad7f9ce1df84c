import { listRefunds as findRefunds, readRefund } from '../../database/refunds/refunds.ts'
import { hasSession } from '../../database/sessions/sessions.ts'
import { refuse } from '../../service/outcome.ts'
import { presentRefund } from '../../service/refunds/present-refund.ts'
import type { Handler } from '../handler.ts'
import { listAnswer, UNKNOWN_CURSOR } from '../list-answer.ts'

export const listRefunds: Handler<'listRefunds'> = async ({ database }, call) => {
  const { id } = call.parameters
  if (!(await hasSession(database, call.caller.merchant.id, id)))
    return refuse('not_found', 'There is no such session.')
  const { after } = call.query
  if (after !== undefined && (await readRefund(database, after))?.sessionId !== id)
    return UNKNOWN_CURSOR
  return listAnswer(await findRefunds(database, id, call.query), presentRefund)
}
