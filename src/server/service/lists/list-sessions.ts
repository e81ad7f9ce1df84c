import type { DeclineCode, PaymentMethod } from '#contract/payment.ts'
import type { Customer, SessionPaymentState, SessionState } from '#contract/session.ts'
import { FIRST_ID, firstIdAt, LAST_ID } from '#domain/id.ts'
import { maskPerson, type MaskedPerson } from '#domain/mask-person.ts'
import type { FoundSession } from '../../database/sessions/find-sessions.ts'
import { edgeOf, lookBack, type LookBack } from '../../database/lists/look-back.ts'
import type { OperatorContext } from '../audit/operator-context.ts'
import { recordPersonReads } from '../audit/record-person-reads.ts'
import { isWithin, type Scope } from '../people/scope.ts'

export interface ListSessionsInput {
  /** Null: of every merchant. */
  merchantId: string | null
  status?: SessionState
  paymentStatus?: SessionPaymentState
  /** Whether the payment's outcome is unknown: of the payment that succeeded, else of the latest. */
  unknown?: boolean
  /** The method of that payment. */
  method?: PaymentMethod
  /** Whether that payment was declined, or by which code. */
  declined?: boolean | DeclineCode
  /** Whether its money came after the session had ended. */
  late?: boolean
  /** Decimals of the session's currency, as in `259.90`; both included. */
  amountFrom?: string
  amountTo?: string
  /** From `from` on and before `until`, in real time, by the time in the id. */
  from?: Date
  until?: Date
  /** The `cursor` of the page before. */
  cursor?: string
  showsPersons: boolean
}

export interface SessionsPage {
  /** At most 50, newest first; persons masked unless they are shown. */
  rows: (Omit<FoundSession, 'customer'> & { customer: Customer | MaskedPerson })[]
  /** Where the next page begins; null when there is none. */
  cursor: string | null
  /** When the oldest examined session was made; null when none was examined. */
  lookedBackTo: Date | null
  /** Whether there is nothing older in the range. If not, even a page with few rows or none may be followed by more. */
  exhausted: boolean
}

const ROWS_MAX = 50
/** Bounds what a page costs, however rare its filters are. */
const SCAN_MAX = 5000

/**
 * A page of the sessions of a merchant or of all, newest first. Examines at most 5000 sessions, and returns how far back it did.
 * Undefined for a merchant outside the scope. Records a read of each person that is shown.
 */
export async function listSessions(
  context: OperatorContext,
  scope: Scope,
  input: ListSessionsInput,
): Promise<SessionsPage | undefined> {
  if (!isWithin(scope, input.merchantId)) return undefined
  const page = lookBackOf(input)
  const found = await lookBack(context.database, page)
  const rows = found.slice(0, ROWS_MAX)
  const last = rows.at(-1)
  const bounds =
    found.length > ROWS_MAX && last !== undefined
      ? { cursor: last.id, lookedBackTo: last.createdAt, exhausted: false }
      : await edge(context, page)
  if (input.showsPersons) await recordShown(context, rows)
  const shown = input.showsPersons
    ? rows
    : rows.map((row) => ({ ...row, customer: maskPerson(row.customer) }))
  return { rows: shown, ...bounds }
}

function lookBackOf(input: ListSessionsInput): LookBack {
  const { declined, from, until, cursor } = input
  const end = until === undefined ? LAST_ID : firstIdAt('cs', until)
  return {
    merchantId: input.merchantId,
    from: from === undefined ? FIRST_ID : firstIdAt('cs', from),
    below: cursor !== undefined && cursor < end ? cursor : end,
    status: input.status ?? null,
    paymentStatus: input.paymentStatus ?? null,
    unknown: input.unknown ?? null,
    method: input.method ?? null,
    declined: typeof declined === 'boolean' ? declined : null,
    declineCode: typeof declined === 'string' ? declined : null,
    late: input.late ?? null,
    amountFrom: input.amountFrom ?? null,
    amountTo: input.amountTo ?? null,
    scan: SCAN_MAX,
    limit: ROWS_MAX + 1,
  }
}

async function edge({ database }: OperatorContext, page: LookBack) {
  const oldest = await edgeOf(database, page)
  const exhausted = oldest === undefined || oldest.scanned < SCAN_MAX
  return {
    cursor: exhausted ? null : oldest.id,
    lookedBackTo: oldest?.createdAt ?? null,
    exhausted,
  }
}

async function recordShown(context: OperatorContext, rows: readonly FoundSession[]): Promise<void> {
  const reads = rows.flatMap(({ id, merchantId, customer }) => {
    const fields = Object.keys(customer)
    return fields.length === 0 ? [] : [{ merchantId, subject: id, fields }]
  })
  await recordPersonReads(context, 'list, shown', reads)
}
