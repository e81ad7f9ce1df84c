import { listSessions as findSessions } from '../../database/sessions/list-sessions.ts'
import { hasSession } from '../../database/sessions/sessions.ts'
import type { Handler } from '../handler.ts'
import { done } from '../../service/outcome.ts'
import { UNKNOWN_CURSOR } from '../unknown-cursor.ts'
import { presentSession } from '../../service/sessions/present-session.ts'

export const listSessions: Handler<'listSessions'> = async (context, { caller, query }) => {
  const { database } = context
  const merchantId = caller.merchant.id
  if (query.after !== undefined && !(await hasSession(database, merchantId, query.after)))
    return UNKNOWN_CURSOR
  const found = await findSessions(database, merchantId, query)
  return done({
    object: 'list',
    data: found.slice(0, query.limit).map((session) => presentSession(context, session)),
    hasMore: found.length > query.limit,
  })
}
