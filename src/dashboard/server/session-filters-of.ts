import type { ListedSessionsQuery } from '#contract/dashboard/lists.ts'
import type { ListSessionsInput } from '#server/service/lists/list-sessions.ts'

type Asked = Pick<
  ListedSessionsQuery,
  'status' | 'payment' | 'method' | 'declined' | 'late' | 'amountFrom' | 'amountTo'
>
type Filters = Pick<
  ListSessionsInput,
  | 'status'
  | 'paymentStatus'
  | 'unknown'
  | 'method'
  | 'declined'
  | 'late'
  | 'amountFrom'
  | 'amountTo'
>

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
    ...(declined !== undefined && { declined: isAnswer(declined) ? declined === 'yes' : declined }),
    ...(late !== undefined && { late: late === 'yes' }),
    ...(amountFrom !== undefined && { amountFrom }),
    ...(amountTo !== undefined && { amountTo }),
  }
}

function isAnswer(text: string): text is 'yes' | 'no' {
  return text === 'yes' || text === 'no'
}
