import type { LookBackPage } from '#contract/list-page.ts'
import type { Customer } from '#contract/session.ts'
import { maskPerson, type MaskedPerson } from '#domain/mask-person.ts'
import type { FoundSession } from '../../database/sessions/find-sessions.ts'
import {
  lookBackAtSessions,
  type LookBackAtSessions,
} from '../../database/sessions/look-back-at-sessions.ts'
import { recordPersonReads, type OperatorContext } from '../audit/operator-context.ts'
import { isWithin, type Scope } from '../people/scope.ts'

export interface ListSessionsInput extends LookBackAtSessions {
  showsPersons: boolean
}

export type SessionsPage = LookBackPage<
  Omit<FoundSession, 'customer'> & {
    /** Masked unless persons are shown. */
    customer: Customer | MaskedPerson
  },
  Date
>

/**
 * A page of the sessions of a merchant or of all, newest first. Undefined for a merchant outside the scope. Records a read of each
 * person that is shown.
 */
export async function listSessions(
  context: OperatorContext,
  scope: Scope,
  { showsPersons, ...asked }: ListSessionsInput,
): Promise<SessionsPage | undefined> {
  if (!isWithin(scope, asked.merchantId)) return undefined
  const page = await lookBackAtSessions(context.database, asked)
  if (showsPersons) {
    await recordShown(context, page.items)
    return page
  }
  const items = page.items.map((row) => ({ ...row, customer: maskPerson(row.customer) }))
  return { ...page, items }
}

async function recordShown(context: OperatorContext, rows: readonly FoundSession[]): Promise<void> {
  const reads = rows.flatMap(({ id, merchantId, customer }) => {
    const fields = Object.keys(customer)
    return fields.length === 0 ? [] : [{ merchantId, subject: id, fields }]
  })
  await recordPersonReads(context, 'list, shown', reads)
}
