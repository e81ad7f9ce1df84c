import type { AllowablePermission } from '#contract/dashboard/permissions.ts'
import { writePeopleMay } from '../../database/people/people-may.ts'
import { done, refuse, type Outcome } from '../outcome.ts'
import { recordOperatorAudit, type OperatorContext } from '../audit/operator-context.ts'

/** Sets what a merchant's owner and developers may do by themselves, in place of the former setting. */
export function allowPeople(
  context: OperatorContext,
  { merchantId, may }: { merchantId: string; may: readonly AllowablePermission[] },
): Promise<Outcome<undefined, 'not_found'>> {
  return context.database.transaction(async (tx) => {
    const peopleMay = [...new Set(may)]
    if (!(await writePeopleMay(tx, merchantId, peopleMay))) return refuse('not_found')
    await recordOperatorAudit(context, tx, {
      action: 'merchant.changed',
      subject: merchantId,
      merchantId,
      details: { peopleMay },
    })
    return done(undefined)
  })
}
