import { inviteUser } from '../../server/dashboard/people/invite-user.ts'
import { recoverUser } from '../../server/dashboard/people/recover-user.ts'
import type { OperatorContext } from '../../server/operator/operator-context.ts'
import type { Config } from '../config.ts'
import { linkOf } from '../operator/users/link-of.ts'

const DEMO_ADMIN = { email: 'admin@sandbox.example', name: 'Demo admin' }

/**
 * The address at which whoever starts the sandbox signs in, once, as an admin; of several starts the latest. Undefined when
 * that admin was disabled and stays so. It is printed, and never logged.
 */
export async function demoAdminLink(
  config: Config,
  operator: OperatorContext,
): Promise<string | undefined> {
  const membership = { merchantId: null, role: 'admin' } as const
  const invited = await inviteUser(operator, { ...DEMO_ADMIN, membership })
  const answer = invited.ok ? invited : await recoverUser(operator, invited.userId)
  return answer.ok && answer.link !== undefined ? linkOf(config, answer.link) : undefined
}
