import { inviteUser } from '#server/service/people/invite-user.ts'
import { linkAt } from '#server/service/people/issue-link.ts'
import { recoverUser } from '#server/service/people/recover-user.ts'
import type { OperatorContext } from '#server/service/audit/operator-context.ts'
import type { Config } from '../config.ts'

const DEMO_ADMIN = { email: 'admin@sandbox.example', name: 'Demo admin' }

/**
 * A sign-in link for the sandbox's demo admin. It works once, and replaces the link of an earlier start. Undefined when
 * that admin was disabled. The caller prints it, and must not log it.
 */
export async function demoAdminLink(
  config: Config,
  operator: OperatorContext,
): Promise<string | undefined> {
  const membership = { merchantId: null, role: 'admin' } as const
  const invited = await inviteUser(operator, { ...DEMO_ADMIN, membership })
  const made = invited.outcome === 'done' ? invited : await recoverUser(operator, invited.userId)
  return made.outcome === 'done' ? linkAt(config.adminUrl, made.value.link) : undefined
}
