import { listPayments as findPayments } from '../../database/payments/payments.ts'
import { hasSession } from '../../database/sessions/sessions.ts'
import type { Handler } from '../handler.ts'
import { done, refuse } from '../../service/outcome.ts'
import { presentPayment } from '../../service/sessions/present-session.ts'

export const listPayments: Handler<'listPayments'> = async ({ database }, call) => {
  const { id } = call.parameters
  if (!(await hasSession(database, call.caller.merchant.id, id)))
    return refuse('not_found', 'There is no such session.')
  const payments = await findPayments(database, id)
  return done({ object: 'list', data: payments.map(presentPayment), hasMore: false })
}
