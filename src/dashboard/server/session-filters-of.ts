import type { ListedSessionsQuery } from '#contract/dashboard/lists.ts'
import type { StandingWord } from '#contract/dashboard/standing-words.ts'
import type { ListSessionsInput } from '#server/service/sessions/list-sessions.ts'

type Asked = Pick<
  ListedSessionsQuery,
  'status' | 'payment' | 'takenBack' | 'method' | 'declined' | 'late' | 'amountFrom' | 'amountTo'
>
type Filters = Omit<ListSessionsInput, 'merchantId' | 'from' | 'until' | 'after' | 'showsPersons'>

const UNPAID: readonly StandingWord[] = ['open', 'declined', 'voided', 'expired', 'canceled']

/** The filters of an address, as the functions that list and export sessions take them. */
export function sessionFiltersOf({
  status,
  payment,
  takenBack,
  method,
  declined,
  late,
  amountFrom,
  amountTo,
}: Asked): Filters {
  return {
    ...(status !== undefined && { status }),
    ...(payment !== undefined && { standings: payment === 'unpaid' ? UNPAID : [payment] }),
    ...(takenBack !== undefined && { takenBack: takenBack === 'yes' }),
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
