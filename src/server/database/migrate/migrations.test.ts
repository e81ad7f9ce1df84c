import { describe, expect, it } from 'vitest'
import { judgeMigration } from '#proof/testing/migration-rules.ts'
import { MIGRATIONS_DIRECTORY, readMigrations } from './migrations.ts'

const BEFORE = ['create table sessions (id text primary key, note text);']

describe('a migration under production traffic', async () => {
  const migrations = await readMigrations(MIGRATIONS_DIRECTORY)

  // The first creates the tables, before there are rows or servers.
  it.each(migrations.slice(1))('R-34: $name takes no long locks', ({ sql, number }) => {
    const before = migrations.slice(0, number - 1).map((migration) => migration.sql)
    expect(judgeMigration(sql, before)).toEqual([])
  })

  it.each([
    ['drop index sessions_by_state; drop table refunds;', 'refunds: removes'],
    ['create index sessions_by_version on sessions (version);', 'sessions: builds an index'],
    ['alter table payments alter column locale set not null;', 'payments: scans the table'],
  ])('R-34: the rules know the tables of the first: %s', (sql, why) => {
    expect(judgeMigration(sql, [migrations[0]?.sql ?? '']).join()).toContain(why)
  })

  it.each([
    ['create index sessions_by_note on sessions (note);', 'while writes are blocked'],
    ['create unique index on sessions (note);', 'while writes are blocked'],
    ['create index concurrently if not exists s on sessions (note);', '"-- concurrently"'],
    ['-- concurrently\ncreate index concurrently s on sessions (note);', 'it may run twice'],
    ['-- concurrently\nalter table sessions add n int;', '"-- concurrently"'],
    ['alter table sessions add column n int not null;', 'give it a default'],
    ['alter table sessions add id2 uuid not null default gen_random_uuid();', 'rewrites the table'],
    ['alter table sessions add constraint c check (note is not null);', '"not valid" first'],
    ['alter table sessions add foreign key (note) references notes;', '"not valid" first'],
    ['alter table sessions add constraint u unique (note);', 'while writes are blocked'],
    ['alter table sessions alter column note set not null;', 'scans the table'],
    ['alter table sessions alter note type varchar(9);', 'rewrites the table'],
    ['alter table sessions drop column note;', 'still uses'],
    ['alter table sessions rename note to remark;', 'still uses'],
    ['drop table sessions;', 'still uses'],
    ["update sessions set note = '';", 'in batches'],
    ['lock table sessions;', 'in batches'],
  ])('R-34: rejects %s', (sql, why) => {
    expect(judgeMigration(sql, BEFORE).join()).toContain(why)
  })

  it.each([
    'create table other (id int primary key, n int not null unique); create index on other (n);',
    '-- concurrently\ncreate index concurrently if not exists s on sessions (note);',
    'alter table sessions add column n int;',
    'alter table sessions add column n int not null default 0, add m timestamptz not null default now();',
    'alter table sessions add constraint c check (note is not null) not valid;',
    'alter table sessions validate constraint c;',
    'create function f() returns void language sql as $$ update sessions set note = null $$;',
  ])('accepts %s', (sql) => {
    expect(judgeMigration(sql, BEFORE)).toEqual([])
  })
})
