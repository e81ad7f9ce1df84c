import { statement, type Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'

/** Somebody with a role at the operator, or at a merchant. */
export interface PersonRow {
  userId: string
  email: string
  name: string | null
  role: string
  /** `invited`: has used the link, and has no passkey yet. */
  status: 'invited' | 'active'
  seenAt: Date | null
  passkeys: number
  recoveredAt: Date | null
}

const EMAIL = 'coalesce(u.email, a.email)'
const ACCOUNT = 'left join merchant_accounts a on a.user_id = u.id'
const PEOPLE = `select u.id as "userId", ${EMAIL} as email, u.name, m.role, u.status, u.recovered_at as "recoveredAt",
    greatest(u.signed_in_at, (select max(s.seen_at) from dashboard_sessions s where s.user_id = u.id)) as "seenAt",
    (select count(*)::int from passkeys p where p.user_id = u.id) as passkeys
  from memberships m join users u on u.id = m.user_id and u.status <> 'disabled' ${ACCOUNT}`

// Two statements, since PostgreSQL uses no index for a merchant that may be null.
const OF_OPERATOR = statement(
  'people of the operator',
  `${PEOPLE} where m.merchant_id is null and ($1::text is null or m.user_id < $1) order by m.user_id desc limit $2`,
)
const OF_MERCHANT = statement(
  'people of a merchant',
  `${PEOPLE} where m.merchant_id = $3 and ($1::text is null or m.user_id < $1) order by m.user_id desc limit $2`,
)

export interface PeoplePage {
  /** Null: of the operator. */
  merchantId: string | null
  after: string | null
  limit: number
}

/** The newest person first. */
export function listPeople(
  db: Queryable,
  { merchantId, after, limit }: PeoplePage,
): Promise<PersonRow[]> {
  return merchantId === null
    ? db.query<PersonRow>(OF_OPERATOR, [after, limit])
    : db.query<PersonRow>(OF_MERCHANT, [after, limit, merchantId])
}

/** An invitation that nobody has taken yet. */
export interface InvitationRow {
  id: string
  email: string
  role: string
  /** Name or e-mail of the maker; null: the operator, by the command line, or by somebody who is not named. */
  madeBy: string | null
  createdAt: Date
  expiresAt: Date
}

export interface PendingLinks {
  /** Null: of the operator. */
  merchantId: string | null
  now: Date
  limit: number
  /** Whether makers who do not work at the merchant are named, too. */
  namesOperators: boolean
}

const LINK = 'l.id, l.created_at as "createdAt", l.expires_at as "expiresAt"'
const MAKER_NAME = `select coalesce(k.name, k.email, b.email) from users k left join merchant_accounts b on b.user_id = k.id`
const MAKER = `(${MAKER_NAME} where k.id = l.maker_id) as "madeBy"`
const MAKER_THERE = `(${MAKER_NAME}
  where k.id = l.maker_id
    and ($4 or exists (select from memberships o where o.user_id = k.id and o.merchant_id = $3))) as "madeBy"`

// In lower case, whatever the case in the account: the list must not show whether somebody has an account already.
const INVITATIONS = `select lower(${EMAIL}) as email, l.role, ${LINK}`
const INVITED = `from sign_in_links l join users u on u.id = l.user_id ${ACCOUNT} where l.role is not null and l.expires_at > $1`
const TO_OPERATOR = statement(
  'invitations to the operator',
  `${INVITATIONS}, ${MAKER} ${INVITED} and l.merchant_id is null order by l.id limit $2`,
)
const TO_MERCHANT = statement(
  'invitations to a merchant',
  `${INVITATIONS}, ${MAKER_THERE} ${INVITED} and l.merchant_id = $3 order by l.id limit $2`,
)

/** Open invitations, in an order that tells nothing about the people: ids of links are random. */
export function listInvitations(
  db: Queryable,
  { merchantId, now, limit, namesOperators }: PendingLinks,
): Promise<InvitationRow[]> {
  return merchantId === null
    ? db.query<InvitationRow>(TO_OPERATOR, [now, limit])
    : db.query<InvitationRow>(TO_MERCHANT, [now, limit, merchantId, namesOperators])
}

/** A recovery link of somebody who works there. */
export type RecoveryRow = Omit<InvitationRow, 'role'> & { userId: string }

const RECOVERIES = `select u.id as "userId", ${EMAIL} as email, ${LINK}`
const RECOVERED = `from sign_in_links l join users u on u.id = l.user_id join memberships m on m.user_id = u.id ${ACCOUNT}
  where l.purpose = 'recover' and l.expires_at > $1`
const AT_OPERATOR = statement(
  'recovery links at the operator',
  `${RECOVERIES}, ${MAKER} ${RECOVERED} and m.merchant_id is null order by l.id limit $2`,
)
const AT_MERCHANT = statement(
  'recovery links at a merchant',
  `${RECOVERIES}, ${MAKER_THERE} ${RECOVERED} and m.merchant_id = $3 order by l.id limit $2`,
)

/** Recovery links that were not used yet, of the people of the operator or of a merchant. */
export function listRecoveries(
  db: Queryable,
  { merchantId, now, limit, namesOperators }: PendingLinks,
): Promise<RecoveryRow[]> {
  return merchantId === null
    ? db.query<RecoveryRow>(AT_OPERATOR, [now, limit])
    : db.query<RecoveryRow>(AT_MERCHANT, [now, limit, merchantId, namesOperators])
}

export interface UserName {
  id: string
  name: string | null
  email: string | null
}

const NAMES = named(
  'names of users',
  `select u.id, u.name, ${EMAIL} as email from users u ${ACCOUNT} where u.id = any(:ids::text[])
     and (:merchantId::uuid is null
       or exists (select 1 from memberships m where m.user_id = u.id and m.merchant_id = :merchantId))`,
)

/** Names of the people with these ids; with `merchantId`, only of this merchant's own people. */
export async function readUserNames(
  db: Queryable,
  ids: readonly string[],
  merchantId: string | null,
): Promise<UserName[]> {
  return ids.length === 0 ? [] : db.query<UserName>(NAMES, NAMES.values({ ids, merchantId }))
}
