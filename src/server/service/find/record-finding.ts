import type { Customer } from '#contract/session.ts'
import type { Reading } from '#domain/find-query.ts'
import type { PersonRead } from '../../database/audit/person-read-seals.ts'
import { recordPersonReads, type OperatorContext } from '../audit/operator-context.ts'
import { merchantOf, type Scope } from '../people/scope.ts'

const PERSONAL = ['email', 'taxId', 'phone'] as const

interface Finding {
  readings: readonly Reading[]
  /** With their persons unmasked. */
  sessions: readonly {
    id: string
    merchantId: string
    why: readonly Reading['kind'][]
    customer: Customer
  }[]
  showsPersons: boolean
}

/**
 * Records which personal data a search has read. For a session found by e-mail, tax id or phone: that field, since the searcher
 * now knows whose it is. When persons are shown: all their fields. A search by such a field that found nobody is recorded, too.
 */
export async function recordFinding(
  context: OperatorContext,
  scope: Scope,
  { readings, sessions, showsPersons }: Finding,
): Promise<void> {
  const searched = PERSONAL.filter((field) => readings.some(({ kind }) => kind === field))
  const reads: PersonRead[] = sessions.flatMap(({ id, merchantId, why, customer }) => {
    const fields = showsPersons
      ? Object.keys(customer)
      : searched.filter((field) => why.includes(field))
    return fields.length === 0 ? [] : [{ merchantId, subject: id, fields }]
  })
  if (reads.length === 0 && searched.length > 0)
    reads.push({ merchantId: merchantOf(scope), subject: null, fields: searched })
  const why = searched.length === 0 ? 'find, shown' : `find by ${searched.join(', ')}`
  await recordPersonReads(context, why, reads)
}
