import { escapeIdentifier } from 'pg'
import { statement, type Queryable } from '../engine/database.ts'

export type Privilege = 'select' | 'insert' | 'update' | 'delete'

/**
 * Least privilege: the rights of the server's role on every table. Without `delete` no payment, event or audit row is
 * lost; without `update` no event or audit row changes.
 */
export const PRIVILEGES: Readonly<Record<string, readonly Privilege[]>> = {
  schema_migrations: ['select'],
  schema_migrations_ahead: ['select'],
  merchants: ['select', 'insert', 'update'],
  api_keys: ['select', 'insert', 'update'],
  webhook_secrets: ['select', 'insert', 'update', 'delete'],
  sessions: ['select', 'insert', 'update'],
  payments: ['select', 'insert', 'update'],
  refunds: ['select', 'insert', 'update'],
  reversals: ['select', 'insert'],
  disputes: ['select', 'insert', 'update'],
  dispute_steps: ['select', 'insert'],
  reinstatements: ['select', 'insert'],
  events: ['select', 'insert'],
  deliveries: ['select', 'insert', 'update'],
  delivery_attempts: ['select', 'insert', 'delete'],
  delivery_replays: ['select', 'insert', 'update'],
  delivery_replay_items: ['select', 'insert', 'update', 'delete'],
  processor_notifications: ['select', 'insert', 'update', 'delete'],
  deployment: ['select', 'insert', 'update'],
  idempotency_keys: ['select', 'insert', 'update', 'delete'],
  receipt_emails: ['select', 'insert', 'update', 'delete'],
  shopper_mails: ['select', 'insert', 'update', 'delete'],
  audit_log: ['select', 'insert'],
  audit_head: ['select', 'update'],
  person_reads: ['select', 'insert'],
  security_mail_progress: ['select', 'update'],
  security_mails: ['select', 'insert', 'update', 'delete'],
  audit_checks: ['select', 'insert', 'update'],
  users: ['select', 'insert', 'update'],
  merchant_accounts: ['select', 'insert', 'update'],
  memberships: ['select', 'insert', 'update', 'delete'],
  sign_in_links: ['select', 'insert', 'delete'],
  passkeys: ['select', 'insert', 'update', 'delete'],
  recovery_codes: ['select', 'insert', 'delete'],
  ceremonies: ['select', 'insert', 'delete'],
  dashboard_acts: ['select', 'insert', 'update', 'delete'],
  dashboard_views: ['select', 'insert', 'update', 'delete'],
  session_openings: ['select', 'insert', 'delete'],
  refused_calls: ['select', 'insert', 'update', 'delete'],
  dashboard_sessions: ['select', 'insert', 'update', 'delete'],
  sandbox_clocks: ['select', 'insert', 'update', 'delete'],
  // Used by servers of the previous release; the next release drops them (decision 077).
}

/** Tables whose rows are deleted by age, and only by a function. */
export const PRUNED_BY_FUNCTION: ReadonlySet<string> = new Set(['person_reads'])

/**
 * `security definer` functions: they run as the owner of the tables. One erases personal data from events, the other
 * deletes records of reads after their time.
 */
const FUNCTIONS = ['remove_personal_data(text, timestamptz, timestamptz)', 'prune_person_reads()']

const SEQUENCES = ['sandbox_clock_versions']

/** Tables in a schema of their own, which an environment adds to those of `public`. */
export interface AddedTables {
  schema: string
  privileges: Readonly<Record<string, readonly Privilege[]>>
}

interface Role {
  /** Has role attributes that allow it to grant itself more. */
  isOverprivileged: boolean
  owns: boolean
}

const ROLE = statement(
  'role to grant to',
  `select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as "isOverprivileged",
     pg_has_role(oid, (select nspowner from pg_namespace where nspname = 'public'), 'usage')
       or exists (select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname = 'public' and pg_has_role(r.oid, c.relowner, 'usage'))
       or pg_has_role(oid, (select datdba from pg_database where datname = current_database()), 'usage') as owns
   from pg_roles r where rolname = $1`,
)

export async function readRole(db: Queryable, name: string): Promise<Role | undefined> {
  return (await db.query<Role>(ROLE, [name]))[0]
}

const DATABASE_NAME = statement('name of database', 'select current_database() as name')

/** Revokes all rights of a role in this database, then grants those of a server. Runs as the owner of the tables. */
export async function grantToRole(tx: Queryable, name: string, added?: AddedTables): Promise<void> {
  const role = escapeIdentifier(name)
  const [database] = await tx.query<{ name: string }>(DATABASE_NAME, [])
  const here = escapeIdentifier(database?.name ?? '')
  const texts = [
    `revoke create on schema public from public, ${role}`,
    `revoke temporary on database ${here} from public, ${role}`,
    `revoke create on database ${here} from ${role}`,
    `grant connect on database ${here} to ${role}`,
    `grant usage on schema public to ${role}`,
    `revoke all on all tables in schema public from ${role}`,
    `revoke all on all sequences in schema public from ${role}`,
    ...Object.entries(PRIVILEGES).map(
      ([table, privileges]) => `grant ${privileges.join(', ')} on ${table} to ${role}`,
    ),
    ...SEQUENCES.map((sequence) => `grant usage on sequence ${sequence} to ${role}`),
    ...FUNCTIONS.map((name) => `grant execute on function ${name} to ${role}`),
    ...(added === undefined ? [] : grantsOf(added, role)),
  ]
  for (const text of texts) await tx.query(statement('grant', text), [])
}

function grantsOf({ schema, privileges }: AddedTables, role: string): string[] {
  return [
    `revoke create on schema ${schema} from ${role}`,
    `grant usage on schema ${schema} to ${role}`,
    `revoke all on all tables in schema ${schema} from ${role}`,
    ...Object.entries(privileges).map(
      ([table, rights]) => `grant ${rights.join(', ')} on ${schema}.${table} to ${role}`,
    ),
  ]
}

const MISSING = statement(
  'missing privileges',
  `select privilege || ' on ' || object as missing from (
     select w.privilege, case when w.schema = 'public' then w.object else w.schema || '.' || w.object end,
       has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, w.privilege)
     from unnest($1::text[], $2::text[], $3::text[]) w (schema, object, privilege)
     join pg_namespace n on n.nspname = w.schema
     join pg_class c on c.relname = w.object and c.relnamespace = n.oid and c.relkind in ('r', 'p')
     union all
     select 'usage', w.object, has_sequence_privilege(c.oid, 'usage')
     from unnest($4::text[]) w (object)
     join pg_class c on c.relname = w.object and c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
     union all
     select 'execute', w.object, has_function_privilege(p.oid, 'execute')
     from unnest($5::text[]) w (object) join pg_proc p on p.proname = w.object and p.pronamespace = 'public'::regnamespace
   ) wanted (privilege, object, has) where not has order by object, privilege`,
)

/** What a server needs and its role may not, as `insert on refunds`. Tables of migrations to come are not asked for. */
export async function readMissingPrivileges(db: Queryable, added?: AddedTables): Promise<string[]> {
  const wanted = [{ schema: 'public', privileges: PRIVILEGES }, ...(added ? [added] : [])].flatMap(
    ({ schema, privileges }) =>
      Object.entries(privileges).flatMap(([table, rights]) =>
        rights.map((right) => ({ schema, table, right })),
      ),
  )
  const rows = await db.query<{ missing: string }>(MISSING, [
    wanted.map(({ schema }) => schema),
    wanted.map(({ table }) => table),
    wanted.map(({ right }) => right),
    SEQUENCES,
    FUNCTIONS.map((signature) => signature.split('(')[0]),
  ])
  return rows.map(({ missing }) => missing)
}
