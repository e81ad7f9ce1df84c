import type { People } from '#contract/dashboard/people.ts'
import type { ShownLink } from './one-link.tsx'

/** Where people work: at a merchant, or at the operator, whose merchant is null. */
export interface Place {
  merchantId: string | null
  roles: People['roles']
  /** Called with a new sign-in link, which is shown only this once. */
  onLink: (link: ShownLink) => void
}
