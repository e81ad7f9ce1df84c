import type { LimitedMembership, Membership } from '#contract/dashboard/roles.ts'
import { statement, type Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'

/** A person of the dashboard. */
export interface UserRecord {
  id: string
  /** Null after the retention period of somebody who was disabled. */
  email: string | null
  name: string | null
  status: 'invited' | 'active' | 'disabled'
  createdAt: Date
  signedInAt: Date | null
  disabledAt: Date | null
  /** The merchant whose people made the account; null: the operator made it. */
  accountOf: string | null
}

/** Whose an account is: a merchant's, or the operator's (null). An e-mail is unique among the accounts of each. */
export interface AccountName {
  email: string
  accountOf: string | null
}

const COLUMNS = `u.id, coalesce(u.email, a.email) as email, u.name, u.status, u.created_at as "createdAt",
  u.signed_in_at as "signedInAt", u.disabled_at as "disabledAt", a.merchant_id as "accountOf"`
const ACCOUNTS = 'users u left join merchant_accounts a on a.user_id = u.id'

const INSERT = named(
  'insert user',
  `insert into users (id, handle, email, name, status, created_at)
   values (:id, :handle, :email, :name, 'invited', :now)
   on conflict (lower(email)) do nothing`,
)
const INSERT_OF_MERCHANT = named(
  'insert user of a merchant',
  `with account as (
     insert into merchant_accounts (user_id, merchant_id, email) values (:id, :accountOf, :email)
     on conflict (merchant_id, lower(email)) do nothing returning user_id
   )
   insert into users (id, handle, name, status, created_at)
   select :id, :handle, :name, 'invited', :now from account`,
)

/** Inserts a person, unless there is one with this e-mail. */
export async function insertUser(
  db: Queryable,
  {
    accountOf,
    ...user
  }: AccountName & { id: string; handle: Uint8Array; name: string | null; now: Date },
): Promise<void> {
  if (accountOf === null) await db.query(INSERT, INSERT.values(user))
  else await db.query(INSERT_OF_MERCHANT, INSERT_OF_MERCHANT.values({ ...user, accountOf }))
}

const LOCK_BY_EMAIL = statement(
  'lock user by e-mail',
  `select ${COLUMNS} from ${ACCOUNTS} where lower(u.email) = lower($1) for no key update of u`,
)
const LOCK_OF_MERCHANT = statement(
  'lock user of a merchant by e-mail',
  `select ${COLUMNS} from users u join merchant_accounts a on a.user_id = u.id
   where a.merchant_id = $2 and lower(a.email) = lower($1) for no key update of u`,
)

export async function lockUserByEmail(
  tx: Queryable,
  { email, accountOf }: AccountName,
): Promise<UserRecord | undefined> {
  const [row] =
    accountOf === null
      ? await tx.query<UserRecord>(LOCK_BY_EMAIL, [email])
      : await tx.query<UserRecord>(LOCK_OF_MERCHANT, [email, accountOf])
  return row
}

const MEMBER = statement(
  'member of a merchant by e-mail',
  `select u.id as "userId", m.role from memberships m
   join users u on u.id = m.user_id and u.status = 'active' left join merchant_accounts a on a.user_id = u.id
   where m.merchant_id = $2 and lower(coalesce(u.email, a.email)) = lower($1) limit 1`,
)

/** Who works at a merchant under this e-mail, whoever made their account. */
export async function findMember(
  tx: Queryable,
  { email, merchantId }: { email: string; merchantId: string },
): Promise<{ userId: string; role: string } | undefined> {
  return (await tx.query<{ userId: string; role: string }>(MEMBER, [email, merchantId]))[0]
}

const LOCK = statement(
  'lock user',
  `select ${COLUMNS} from ${ACCOUNTS} where u.id = $1 for no key update of u`,
)

export async function lockUser(tx: Queryable, id: string): Promise<UserRecord | undefined> {
  return (await tx.query<UserRecord>(LOCK, [id]))[0]
}

const IDS_BY_EMAIL = statement(
  'user ids by e-mail',
  `select id from users where lower(email) = lower($1)
   union all select user_id from merchant_accounts where lower(email) = lower($1) limit 100`,
)

/** The persons with this e-mail: one of the operator's account, and one for each merchant whose people made an account. */
export async function findUserIds(db: Queryable, email: string): Promise<string[]> {
  return (await db.query<{ id: string }>(IDS_BY_EMAIL, [email])).map(({ id }) => id)
}

const HANDLE = statement('handle of user', 'select handle from users where id = $1')

/** The WebAuthn user handle, by which a passkey identifies the person. */
export async function readUserHandle(db: Queryable, id: string): Promise<Buffer | undefined> {
  return (await db.query<{ handle: Buffer }>(HANDLE, [id]))[0]?.handle
}

const DISABLE = statement(
  'disable user',
  `update users set status = 'disabled', disabled_at = $2 where id = $1`,
)

export async function disableUser(tx: Queryable, id: string, now: Date): Promise<void> {
  await tx.query(DISABLE, [id, now])
}

const ACTIVATE = statement(
  'activate user',
  `update users set status = 'active', signed_in_at = $2 where id = $1 and status <> 'disabled'`,
)

/** Notes that a person has signed in. */
export async function activateUser(tx: Queryable, id: string, now: Date): Promise<void> {
  await tx.query(ACTIVATE, [id, now])
}

const RENAME = statement('rename user', 'update users set name = $2 where id = $1')

export async function renameUser(tx: Queryable, id: string, name: string): Promise<void> {
  await tx.query(RENAME, [id, name])
}

const REINVITE = statement(
  'invite user again',
  `with left_behind as (delete from memberships where user_id = $1)
   update users set status = 'invited', disabled_at = null where id = $1`,
)

/** Invites a disabled person again; deletes the roles that they had. */
export async function reinviteUser(tx: Queryable, id: string): Promise<void> {
  await tx.query(REINVITE, [id])
}

const LOCK_ADMINS = statement(
  'lock active admins',
  `select u.id from users u join memberships m on m.user_id = u.id
   where m.merchant_id is null and m.role = 'admin' and u.status = 'active'
   order by u.id for no key update of u, m`,
)

/** The ids of the operator's active admins, none of whom changes until the transaction ends. */
export async function lockActiveAdmins(tx: Queryable): Promise<string[]> {
  return (await tx.query<{ id: string }>(LOCK_ADMINS, [])).map(({ id }) => id)
}

const LOCK_OWNERS = statement(
  'lock active owners',
  `select u.id from users u join memberships m on m.user_id = u.id
   where m.merchant_id = $1 and m.role = 'owner' and u.status = 'active'
   order by u.id for no key update of u, m`,
)

/** The ids of a merchant's active owners, none of whom changes until the transaction ends. */
export async function lockActiveOwners(tx: Queryable, merchantId: string): Promise<string[]> {
  return (await tx.query<{ id: string }>(LOCK_OWNERS, [merchantId])).map(({ id }) => id)
}

const GRANT = named(
  'grant membership',
  `insert into memberships (user_id, merchant_id, role, refund_limits, granted_at)
   values (:userId, :merchantId, :role, :refundLimits, :now)
   on conflict (user_id, merchant_id) do nothing`,
)

/** Gives a role, unless the person already has one at this merchant. */
export async function grantMembership(
  tx: Queryable,
  {
    userId,
    membership: { refundLimits = null, ...membership },
    now,
  }: { userId: string; membership: LimitedMembership; now: Date },
): Promise<void> {
  const limits = refundLimits === null ? null : JSON.stringify(refundLimits)
  await tx.query(GRANT, GRANT.values({ userId, ...membership, refundLimits: limits, now }))
}

const CHANGE_ROLE = statement(
  'change role',
  `update memberships set role = $3, refund_limits = null where user_id = $1 and merchant_id is not distinct from $2`,
)

/** Changes a role; removes the refund limits that were given for the role before. */
export async function changeMembership(
  tx: Queryable,
  userId: string,
  { merchantId, role }: Membership,
): Promise<void> {
  await tx.query(CHANGE_ROLE, [userId, merchantId, role])
}

const REVOKE = statement(
  'revoke membership',
  'delete from memberships where user_id = $1 and merchant_id is not distinct from $2',
)

export async function revokeMembership(
  tx: Queryable,
  { userId, merchantId }: { userId: string; merchantId: string | null },
): Promise<void> {
  await tx.query(REVOKE, [userId, merchantId])
}

const REVOKE_ALL = statement('revoke memberships', 'delete from memberships where user_id = $1')

export async function revokeMemberships(tx: Queryable, userId: string): Promise<void> {
  await tx.query(REVOKE_ALL, [userId])
}

const ROLES = statement(
  'roles of a user',
  `select merchant_id as "merchantId", role from memberships where user_id = $1 order by granted_at`,
)

export function readMemberships(db: Queryable, userId: string): Promise<Membership[]> {
  return db.query<Membership>(ROLES, [userId])
}

const ACTIVE_ROLES = statement(
  'roles of an active user',
  `select m.merchant_id as "merchantId", m.role from memberships m join users u on u.id = m.user_id
   where m.user_id = $1 and u.status = 'active'`,
)

/** None for a person who is disabled, or has not entered yet. */
export function readActiveMemberships(db: Queryable, userId: string): Promise<Membership[]> {
  return db.query<Membership>(ACTIVE_ROLES, [userId])
}

const RECOVERED = statement('user came back', 'update users set recovered_at = $2 where id = $1')

/** Notes that a person came back by a recovery code or link. */
export async function noteRecovery(tx: Queryable, id: string, now: Date): Promise<void> {
  await tx.query(RECOVERED, [id, now])
}

export interface UserWithRoles extends UserRecord {
  memberships: LimitedMembership[]
  /** Roles of invitations that the person has not accepted yet. */
  invitations: (LimitedMembership & Made)[]
  /** Recovery links that were not used yet. */
  recoveries: Made[]
}

interface Made {
  /** The id of who made the link; null: the operator, by the command line. */
  madeBy: string | null
}

const LIST = statement(
  'list users',
  `select ${COLUMNS}, coalesce((
     select json_agg(json_build_object('merchantId', m.merchant_id, 'role', m.role, 'refundLimits', m.refund_limits)
       order by m.granted_at)
     from memberships m where m.user_id = u.id), '[]') as memberships, coalesce((
     select json_agg(json_build_object('merchantId', l.merchant_id, 'role', l.role, 'refundLimits', l.refund_limits,
       'madeBy', l.maker_id) order by l.created_at)
     from sign_in_links l where l.user_id = u.id and l.role is not null), '[]') as invitations, coalesce((
     select json_agg(json_build_object('madeBy', l.maker_id) order by l.created_at)
     from sign_in_links l where l.user_id = u.id and l.purpose = 'recover'), '[]') as recoveries
   from ${ACCOUNTS} order by u.id desc limit $1`,
)

/** Newest first. */
export function listUsers(db: Queryable, limit: number): Promise<UserWithRoles[]> {
  return db.query<UserWithRoles>(LIST, [limit])
}

const ERASE = statement(
  'erase users without access',
  `with gone as (
     select u.id from users u where u.id in (
       select id from users where email is not null and disabled_at < $1
       union all
       select d.id from merchant_accounts a join users d on d.id = a.user_id
       where a.email is not null and d.disabled_at < $1
       union all
       select id from users where status = 'invited' and created_at < $1
     )
     and not exists (select from sign_in_links l where l.user_id = u.id)
     and not exists (select from dashboard_sessions d where d.user_id = u.id)
     for update skip locked
   ), addresses as (
     update merchant_accounts set email = null where user_id in (select id from gone)
   )
   update users set email = null, name = null, status = 'disabled', disabled_at = coalesce(disabled_at, $2)
   where id in (select id from gone) returning id`,
)

/**
 * Removes name and e-mail of people without a link or a session who were disabled before this time, or were invited before it and
 * never joined. Disables the latter. Returns the number of people.
 */
export async function eraseUsersWithoutAccess(
  db: Queryable,
  { before, now }: { before: Date; now: Date },
): Promise<number> {
  return (await db.query(ERASE, [before, now])).length
}
