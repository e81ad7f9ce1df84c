import { z } from 'zod'
import { PaymentId, SessionId } from '#contract/ids.ts'

export const SessionOrPayment = z.union(
  [SessionId, PaymentId],
  'must be the id of a session (cs_…) or a payment (pay_…)',
)
