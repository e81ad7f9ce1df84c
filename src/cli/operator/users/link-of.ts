import type { IssuedLink } from '../../../server/dashboard/people/issue-link.ts'
import type { Config } from '../../config.ts'

/** The address of a link. The token is in the fragment, which is in no server log and no Referer. */
export function linkOf({ adminUrl }: Pick<Config, 'adminUrl'>, { token }: IssuedLink): string {
  return `${adminUrl}/sign-in#${token}`
}
