import { grantToRole, readRole, type AddedTables } from '../../database/installation/app-role.ts'
import { recordOperatorAudit, type OperatorContext } from '../audit/operator-context.ts'
import { done, refuse, type Outcome } from '../outcome.ts'

export type Granted = Outcome<undefined, 'not_found' | 'role_too_mighty'>

/** Grants a PostgreSQL role exactly the rights of a server, on the environment's own tables, too. */
export function grantDatabase(
  context: OperatorContext,
  role: string,
  added?: AddedTables,
): Promise<Granted> {
  return context.database.transaction(async (tx): Promise<Granted> => {
    const known = await readRole(tx, role)
    if (known === undefined) return refuse('not_found')
    if (known.isOverprivileged || known.owns) return refuse('role_too_mighty')
    await grantToRole(tx, role, added)
    await recordOperatorAudit(context, tx, {
      action: 'database.granted',
      subject: role,
      merchantId: null,
    })
    return done(undefined)
  })
}
