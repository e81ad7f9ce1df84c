import { createHash } from 'node:crypto'
import { statement, type Queryable } from '#server/database/engine/database.ts'

/** The records of migrations as they were before the first release, in the two forms that there were. */
export const EARLIER_FORMS = {
  'one table of records': [
    'create table schema_migrations (number int primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())',
  ],
  'two tables of records': [
    'create table schema_migrations (number int primary key, name text not null, checksum text not null, applied_at timestamptz not null default now(), oldest_release text)',
    'create table schema_migrations_ahead (like schema_migrations including all)',
  ],
} as const
export type EarlierForm = keyof typeof EARLIER_FORMS

const TABLES = [
  'create table merchants (id uuid primary key, name text not null)',
  `insert into merchants values ('6a8f6f7e-2b44-4a4d-9d2e-0f5a4c3b2a10', 'Loja')`,
  `insert into schema_migrations (number, name, checksum)
   select n, case n when 1 then '0001_checkout.sql' else lpad(n::text, 4, '0') || '_later.sql' end, 'x'
   from generate_series(1, 82) n`,
]

/** Gives a database the tables and records of before the first release, a few of each, in place of its own. */
export async function makeEarlierSchema(db: Queryable, form: EarlierForm): Promise<void> {
  const texts = ['drop schema public cascade', 'create schema public', ...EARLIER_FORMS[form]]
  for (const text of [...texts, ...TABLES]) await db.query(statement('earlier schema', text), [])
}

const CATALOG = statement(
  'catalog',
  `select c.relname, c.relkind, c.oid, c.xmin::text as changed, a.attnum, a.attname, a.xmin::text as "columnChanged"
   from pg_class c left join pg_attribute a on a.attrelid = c.oid
   where c.relnamespace = 'public'::regnamespace order by c.oid, a.attnum`,
)
const ROWS = statement(
  'rows',
  `select 'schema_migrations' as of, m.xmin::text as changed, to_jsonb(m) as row from schema_migrations m
   union all select 'merchants', m.xmin::text, to_jsonb(m) from merchants m`,
)

/** A digest of the catalog and of all rows, with the transaction that wrote each. */
export async function digestOfSchema(db: Queryable): Promise<string> {
  const found = [await db.query(CATALOG, []), await db.query(ROWS, [])]
  return createHash('sha256').update(JSON.stringify(found)).digest('hex')
}
