import { listPayments as findPayments } from '../../database/payments/payments.ts'
import { hasSession } from '../../database/sessions/sessions.ts'
import { refuse } from '../../service/outcome.ts'
import { presentPayment } from '../../service/sessions/present-session.ts'
import type { Handler } from '../handler.ts'
import { listAnswer } from '../list-answer.ts'

export const listPayments: Handler<'listPayments'> = async ({ database }, call) => {
  const { id } = call.parameters
  if (!(await hasSession(database, call.caller.merchant.id, id)))
    return refuse('not_found', 'There is no such session.')
  return listAnswer({ items: await findPayments(database, id), hasMore: false }, presentPayment)
}
