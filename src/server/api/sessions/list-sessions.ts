import { listSessions as findSessions } from '../../database/sessions/list-sessions.ts'
import { hasSession } from '../../database/sessions/sessions.ts'
import { presentSession } from '../../service/sessions/present-session.ts'
import type { Handler } from '../handler.ts'
import { listAnswer, UNKNOWN_CURSOR } from '../list-answer.ts'

export const listSessions: Handler<'listSessions'> = async (context, { caller, query }) => {
  const { database } = context
  const merchantId = caller.merchant.id
  if (query.after !== undefined && !(await hasSession(database, merchantId, query.after)))
    return UNKNOWN_CURSOR
  const page = await findSessions(database, merchantId, query)
  return listAnswer(page, (session) => presentSession(context, session))
}
