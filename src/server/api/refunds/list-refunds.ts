import { listRefunds as findRefunds, readRefund } from '../../database/refunds/refunds.ts'
import { hasSession } from '../../database/sessions/sessions.ts'
import type { Handler } from '../handler.ts'
import { done, refuse } from '../../service/outcome.ts'
import { UNKNOWN_CURSOR } from '../unknown-cursor.ts'
import { presentRefund } from '../../service/refunds/present-refund.ts'

export const listRefunds: Handler<'listRefunds'> = async (context, call) => {
  const { database } = context
  const { id } = call.parameters
  if (!(await hasSession(database, call.caller.merchant.id, id)))
    return refuse('not_found', 'There is no such session.')
  const { after, limit } = call.query
  if (after !== undefined && (await readRefund(database, after))?.sessionId !== id)
    return UNKNOWN_CURSOR
  const found = await findRefunds(database, id, { after, limit })
  return done({
    object: 'list',
    data: found.slice(0, limit).map(presentRefund),
    hasMore: found.length > limit,
  })
}
