import { z } from 'zod'
import { MerchantId } from '../ids.ts'
import { lookBackPageOf } from '../list-page.ts'
import { MomentInQuery, typedText } from '../values.ts'

const Text = typedText(200).min(1)

/** The query of `GET /api/audit` and `GET /api/reads`. A row must match all filters. */
export const AuditQuery = z.strictObject({
  /** Absent: rows of the operator and of every merchant, for the operator's people. */
  merchantId: MerchantId.optional(),
  /** Who did it: the id of a person or a key, or a command's user. */
  actor: Text.optional(),
  /** The name of an action, such as `api_key.issued`; for `GET /api/audit` only. */
  action: Text.optional(),
  /** The id of what was acted on, or of the session whose personal data was read. */
  subject: Text.optional(),
  from: MomentInQuery.optional(),
  until: MomentInQuery.optional(),
  /** Of the previous page. */
  after: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional(),
})
export type AuditQuery = z.infer<typeof AuditQuery>

const AuditActor = z.strictObject({
  kind: z.enum(['command', 'api_key', 'server', 'user']),
  /** Null: a person of the operator, whose name is hidden from a merchant's people. */
  id: z.string().nullable(),
  /** The name of a person, else their e-mail address; null when it is not known, or must not be shown. */
  name: z.string().nullable(),
})

/** An entry of the audit log. */
export const ShownAuditEntry = z.strictObject({
  sequence: z.int(),
  at: z.iso.datetime({ precision: 6 }),
  who: AuditActor,
  /** The command, or the name of the dashboard action. */
  by: z.string().nullable(),
  action: z.string(),
  subject: z.string(),
  merchantId: z.string().nullable(),
  /** What changed, by field; a nested field is named by its path. */
  details: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  /** A passkey signed it. */
  isSigned: z.boolean(),
})
export type ShownAuditEntry = z.infer<typeof ShownAuditEntry>

export const AuditEntries = lookBackPageOf(ShownAuditEntry).extend({
  /** What the worker found when it last verified the log. */
  chain: z.strictObject({
    /** The last row of the log when a verification of the whole log last ended; null: none has ended yet. */
    verifiedUntil: z.int().nullable(),
    verifiedAt: z.iso.datetime().nullable(),
    /** The row at which the log is not as it was written; null: none was found. */
    brokenAt: z.int().nullable(),
  }),
})
export type AuditEntries = z.infer<typeof AuditEntries>

/** A record of who read which personal data of a session. It does not contain the data. */
const PersonReadRow = z.strictObject({
  id: z.int(),
  at: z.iso.datetime(),
  who: AuditActor,
  merchantId: z.string().nullable(),
  /** The session whose personal data was read; null: a search by personal data found no session. */
  subject: z.string().nullable(),
  fields: z.array(z.string()),
  why: z.string(),
})

export const PersonReadRows = lookBackPageOf(PersonReadRow)
export type PersonReadRows = z.infer<typeof PersonReadRows>
