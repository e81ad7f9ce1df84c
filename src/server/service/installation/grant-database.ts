import { grantToRole, readRole } from '../../database/installation/app-role.ts'
import { recordOperatorAct, type OperatorContext } from '../audit/operator-context.ts'

export type Granted = { ok: true } | { ok: false; reason: 'unknown' | 'too_much' }

/** Grants a PostgreSQL role exactly the rights of a server. */
export function grantDatabase(context: OperatorContext, role: string): Promise<Granted> {
  return context.database.transaction(async (tx): Promise<Granted> => {
    const known = await readRole(tx, role)
    if (known === undefined) return { ok: false, reason: 'unknown' }
    if (known.isOverprivileged || known.owns) return { ok: false, reason: 'too_much' }
    await grantToRole(tx, role)
    await recordOperatorAct(context, tx, {
      action: 'database.granted',
      subject: role,
      merchantId: null,
    })
    return { ok: true }
  })
}
