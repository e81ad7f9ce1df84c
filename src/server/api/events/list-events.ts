import { hasEvent, listEvents as findEvents } from '../../database/events/events.ts'
import { presentEvent } from '../../service/events/present-event.ts'
import type { Handler } from '../handler.ts'
import { listAnswer, UNKNOWN_CURSOR } from '../list-answer.ts'

export const listEvents: Handler<'listEvents'> = async (context, { caller, query }) => {
  const { database } = context
  const merchantId = caller.merchant.id
  if (query.after !== undefined && !(await hasEvent(database, merchantId, query.after)))
    return UNKNOWN_CURSOR
  const page = await findEvents(database, merchantId, query)
  return listAnswer(page, (event) => presentEvent(context, event))
}
