import type { ListedSessionsQuery } from '#contract/dashboard/lists.ts'
import type { ListSessionsInput } from '#server/service/sessions/list-sessions.ts'

type Asked = Pick<
  ListedSessionsQuery,
  'status' | 'payment' | 'method' | 'declined' | 'late' | 'amountFrom' | 'amountTo'
>
type Filters = Omit<ListSessionsInput, 'merchantId' | 'from' | 'until' | 'after' | 'showsPersons'>

/** The filters of an address, as the functions that list and export sessions take them. */
export function sessionFiltersOf({
  status,
  payment,
  method,
  declined,
  late,
  amountFrom,
  amountTo,
}: Asked): Filters {
  return {
    ...(status !== undefined && { status }),
    ...(payment !== undefined &&
      (payment === 'unknown' ? { unknown: true } : { paymentStatus: payment })),
    ...(method !== undefined && { method }),
    ...(late !== undefined && { late: late === 'yes' }),
    ...(amountFrom !== undefined && { amountFrom }),
    ...(amountTo !== undefined && { amountTo }),
    ...(declined !== undefined &&
      (isAnswer(declined) ? { declined: declined === 'yes' } : { declineCode: declined })),
  }
}

function isAnswer(text: string): text is 'yes' | 'no' {
  return text === 'yes' || text === 'no'
}
