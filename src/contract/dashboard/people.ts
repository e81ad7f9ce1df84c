import { z } from 'zod'
import { MerchantId, UserId } from '../ids.ts'
import { pageOf } from '../list-page.ts'
import { EXTENTS, PERMISSION_NAMES } from './permissions.ts'

/** The query of `GET /api/people`. */
export const PeopleQuery = z.strictObject({
  /** Absent: the operator's people. */
  merchant: MerchantId.optional(),
  /** The last person of the page before. */
  after: UserId.optional(),
})

export const PEOPLE_PAGE = 100

/** A sign-in link that was not used yet. */
const pendingLink = z.strictObject({
  id: z.uuid(),
  email: z.string(),
  /** Name or e-mail of the maker; null: the operator, by the command line, or to a merchant's people by whomever. */
  madeBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})

/** The answer of `GET /api/people`, the newest first. */
export const People = pageOf(
  z.strictObject({
    userId: UserId,
    email: z.string(),
    name: z.string().nullable(),
    role: z.string(),
    /** `invited`: used the link, and has no passkey yet. */
    status: z.enum(['invited', 'active']),
    isYou: z.boolean(),
    seenAt: z.iso.datetime().nullable(),
    passkeys: z.int(),
    /** When they came back by a recovery code or link, within the last seven days. */
    recoveredAt: z.iso.datetime().nullable(),
  }),
).extend({
  /** Pending invitations; only with the first page. */
  invitations: z.array(pendingLink.extend({ role: z.string() })),
  /** Pending recovery links; only with the first page. */
  recoveries: z.array(pendingLink.extend({ userId: UserId })),
  /** The roles that this person may give there, the most powerful first, with what each includes. */
  roles: z.array(
    z.strictObject({
      role: z.string(),
      may: z.partialRecord(z.enum(PERMISSION_NAMES), z.enum(EXTENTS)),
    }),
  ),
})
export type People = z.infer<typeof People>
