import { listSessions as findSessions } from '../../database/sessions.ts'
import { accept, type Handler } from '../handler.ts'
import { presentSession } from './present-session.ts'

export const listSessions: Handler<'listSessions'> = async (context, call) => {
  const found = await findSessions(context.database, call.caller.merchant.id, call.query)
  return accept({
    object: 'list',
    data: found.slice(0, call.query.limit).map((session) => presentSession(context, session)),
    hasMore: found.length > call.query.limit,
  })
}
