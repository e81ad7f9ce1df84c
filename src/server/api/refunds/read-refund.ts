import { readRefundOf } from '../../database/refunds/refunds.ts'
import type { Handler } from '../handler.ts'
import { done, refuse } from '../../service/outcome.ts'
import { presentRefund } from '../../service/refunds/present-refund.ts'

export const readRefund: Handler<'readRefund'> = async ({ database }, { caller, parameters }) => {
  const refund = await readRefundOf(database, caller.merchant.id, parameters.id)
  return refund === undefined
    ? refuse('not_found', 'There is no such refund.')
    : done(presentRefund(refund))
}
