import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Refund } from '#contract/refund.ts'
import { PRIVILEGES, readMissingPrivileges } from './app-role.ts'
import { SIMULATOR_TABLES } from '#sandbox/simulation.ts'
import { createMetrics } from '../../monitoring/metrics.ts'
import { createPrivateApp } from '../../monitoring/private-app.ts'
import { runCheckout } from '#proof/testing/cli/command-line.fixture.ts'
import { freePorts } from '#proof/testing/cli/server-process.fixture.ts'
import { statement } from '../engine/database.ts'
import { migrate, pendingMigrations } from '../migrate/migrate.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import type { TestDatabase } from '#proof/testing/database.ts'
import { deliverAll } from '#proof/testing/deliver-all.ts'
import { createTestSession } from '#proof/testing/shopper.ts'
import { startWebhookReceiver } from '#proof/testing/webhook-receiver.ts'
import { verifyAudit } from '../../service/audit/verify-audit.ts'
import { deriveMasterKeys } from '../../service/keys/master-keys.ts'
import { grantDatabase } from '../../service/installation/grant-database.ts'
import { issueKey } from '../../service/keys/issue-key.ts'
import { masterKeyStatus } from '../../service/installation/master-key-status.ts'
import { revokeKey } from '../../service/keys/revoke-key.ts'
import { rotateWebhookSecret } from '../../service/merchants/rotate-webhook-secret.ts'
import { setWebhookEndpoint } from '../../service/merchants/set-webhook-endpoint.ts'
import { expireSessions } from '../../service/sessions/expire-sessions.ts'
import { finishRefunds } from '../../service/refunds/finish-refunds.ts'
import { prune } from '../../service/installation/prune.ts'
import { erasePersonalData } from '../../service/sessions/erase-personal-data.ts'
import { resolvePayments } from '../../service/payments/resolve-payments.ts'
import { done, refuse, valueOf } from '../../service/outcome.ts'

const ROLE = `app_${randomUUID().replaceAll('-', '')}`
const keys = deriveMasterKeys(randomBytes(32))
const SILENT = { info: () => undefined, warn: () => undefined }

let api: TestApi
let owner: TestDatabase
let url: string
beforeAll(async () => {
  api = await startTestApi({
    emailsReceipts: true,
    async databaseOf(given) {
      owner = given
      await asOwner(`create role ${ROLE} login password 'app'`)
      const granting = {
        database: owner.database,
        keys,
        clock: () => new Date(),
        random: randomBytes,
      }
      valueOf(await grantDatabase(granting, ROLE))
      const address = new URL(owner.url)
      address.username = ROLE
      address.password = 'app'
      url = address.href
      return url
    },
  })
})
afterAll(async () => {
  await asOwner(`drop owned by ${ROLE}`)
  await asOwner(`drop role ${ROLE}`)
  await api.close()
})

const asOwner = <Row>(text: string, ...values: unknown[]) =>
  owner.database.query<Row>(statement('test', text), values)

describe('S-102: the role of the server', () => {
  it('takes a payment, refunds, delivers, expires and prunes', async () => {
    await using receiver = await startWebhookReceiver()
    const { context, merchant, clock } = api
    await setWebhookEndpoint(context, { merchantId: merchant.id, url: receiver.url })
    const paid = await createTestSession(api)
    await paid.payByCard('4242424242424242')
    const refund = await merchant.post(
      `/v1/sessions/${paid.id}/refunds`,
      { amount: 100 },
      { 'idempotency-key': 'once' },
    )
    expect(refund.as(Refund).status).toBe('succeeded')
    const challenged = await createTestSession(api)
    await challenged.payByCard('4000504000000011')
    const abandoned = await createTestSession(api)
    const canceled = await createTestSession(api)
    await merchant.post(`/v1/sessions/${canceled.id}/cancel`)

    clock.advance(2 * 86_400_000)
    await expireSessions(context)
    await resolvePayments(context)
    await finishRefunds(context)
    expect((await abandoned.read()).status).toBe('expired')

    await deliverAll(context)
    expect(
      receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type),
    ).toEqual(expect.arrayContaining(['session.completed', 'refund.succeeded', 'session.expired']))

    await rotateWebhookSecret(context, { merchantId: merchant.id, overlapSeconds: 0 })
    clock.advance(100 * 86_400_000)
    await prune(context)
    const left = await asOwner<{ attempts: number; keys: number; secrets: number }>(
      `select (select count(*)::int from delivery_attempts) as attempts,
         (select count(*)::int from idempotency_keys) as keys,
         (select count(*)::int from webhook_secrets) as secrets`,
    )
    expect(left).toEqual([{ attempts: 0, keys: 0, secrets: 1 }])
    await erasePersonalData(context)
    expect((await canceled.read()).customer).toBeNull()
  })

  it('runs the commands of the operator, and the audit log', async () => {
    const { context, merchant } = api
    const key = {
      environment: 'sandbox',
      kind: 'merchant',
      merchantId: merchant.id,
      scopes: [],
      expiresAt: null,
    } as const
    const { keyId } = await issueKey(context, key)
    expect(await revokeKey(context, keyId)).toMatchObject(done({ id: keyId }))
    expect((await masterKeyStatus(context)).webhookSecrets).toBe(0)
    expect(await verifyAudit(context.database, [context.keys, keys])).toMatchObject({ ok: true })
  })

  it('starts when the schema is up to date', async () => {
    expect(await pendingMigrations(api.database)).toEqual([])
    expect(await migrate({ url, log: SILENT })).toEqual({ applied: [] })
  })

  it.each([
    ...[
      'sessions',
      'payments',
      'refunds',
      'events',
      'deliveries',
      'audit_log',
      'audit_head',
      'person_reads',
    ].flatMap((table) => [`delete from ${table}`, `truncate ${table} cascade`]),
    `update events set body = ''`,
    'update delivery_attempts set response_excerpt = null',
    `update audit_log set actor = ''`,
    `update person_reads set actor = ''`,
    'insert into audit_head select * from audit_head',
    'update schema_migrations set number = 0',
    'alter table audit_log disable trigger all',
    'alter table sessions drop column details',
    'drop table audit_log',
    'create table more (id int)',
    'create temporary table more (id int)',
    'create schema more',
    'create function more() returns int language sql as $$ select 1 $$',
    'drop function audit_is_append_only() cascade',
    'set session_replication_role = replica',
    `copy merchants to program 'true'`,
    `select pg_read_file('PG_VERSION')`,
    `create role more`,
  ])('may not: %s', async (text) => {
    const doing = api.database.query(statement('test', text), [])
    await expect(doing).rejects.toMatchObject({ code: '42501' })
  })

  it('has exactly the listed privileges, on every table, and no role attributes', async () => {
    const found = await asOwner<{ name: string; privileges: string[] }>(
      `select c.relname as name, array(
         select p from unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) p
         where has_table_privilege($1, c.oid, p)) as privileges
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')`,
      ROLE,
    )
    expect(Object.fromEntries(found.map((row) => [row.name, row.privileges]))).toEqual(PRIVILEGES)
    const [powers] = await asOwner(
      `select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
         has_schema_privilege($1, 'public', 'create') as "createsTables",
         has_database_privilege($1, current_database(), 'create') as "createsSchemas",
         has_database_privilege($1, current_database(), 'temporary') as "createsTemporary",
         exists (select 1 from pg_auth_members where member = r.oid) as "isMember",
         exists (select 1 from pg_shdepend where refobjid = r.oid and deptype = 'o') as owns
       from pg_roles r where rolname = $1`,
      ROLE,
    )
    expect(new Set(Object.values(powers ?? {}))).toEqual(new Set([false]))
  })

  it('may run the two security definer functions, and the public may not', async () => {
    const found = await asOwner(
      `select p.oid::regprocedure::text as name, has_function_privilege($1, p.oid, 'execute') as "isGranted",
         exists (select from aclexplode(p.proacl) a where a.grantee = 0) as "isPublic"
       from pg_proc p where p.prosecdef and p.pronamespace = 'public'::regnamespace
       order by 1`,
      ROLE,
    )
    const names = [
      'prune_person_reads()',
      'remove_personal_data(text,timestamp with time zone,timestamp with time zone)',
    ]
    const grants = { isGranted: true, isPublic: false }
    expect(found).toEqual(names.map((name) => ({ name, ...grants })))
  })

  it('is not granted to an owner or to an unknown role', async () => {
    const [current] = await asOwner<{ name: string }>('select current_user as name')
    const granting = { ...api.context, database: owner.database }
    const tooMuch = refuse('role_too_mighty')
    expect(await grantDatabase(granting, current?.name ?? '')).toEqual(tooMuch)
    expect(await grantDatabase(granting, `no_${ROLE}`)).toEqual(refuse('not_found'))
  })

  it('cannot migrate: the error names the owner of the database', async () => {
    await asOwner('delete from schema_migrations')
    await expect(migrate({ url, log: SILENT })).rejects.toThrow('as the owner of the database')
  })
})

describe('R-85: a role that was not granted all that a server needs', () => {
  beforeAll(async () => {
    const granting = { ...api.context, database: owner.database }
    valueOf(await grantDatabase(granting, ROLE, SIMULATOR_TABLES))
  })

  const isReady = async () =>
    createPrivateApp({
      database: {
        healthy: async () => true,
        isReadOnly: async () => false,
        pendingMigrations: async () => [],
        missingPrivileges: () => readMissingPrivileges(api.database, SIMULATOR_TABLES),
      },
      metrics: createMetrics(),
      phase: () => 'serving',
    }).request('/ready')

  it.each([
    [`insert on refunds`, `insert on refunds`],
    [`select on users`, `select on users`],
    [`insert on simulator.ledger_entries`, `insert on simulator.ledger_entries`],
    [`usage on sandbox_clock_versions`, `usage on sequence sandbox_clock_versions`],
    [`execute on prune_person_reads`, `execute on function prune_person_reads()`],
  ])('%s: it is not ready, and a start ends with 78 and a sentence', async (missing, right) => {
    expect(await readMissingPrivileges(api.database, SIMULATOR_TABLES)).toEqual([])
    expect((await isReady()).status).toBe(200)
    await asOwner(`revoke ${right} from ${ROLE}`)
    try {
      expect(await readMissingPrivileges(api.database, SIMULATOR_TABLES)).toEqual([missing])
      const answer = await isReady()
      expect([answer.status, await answer.json()]).toEqual([
        503,
        { ready: false, reasons: ['privileges'] },
      ])
      const ports = await freePorts('PRIVATE_PORT', 'API_PORT')
      const { exitCode, stderr } = await runCheckout('serve --only api', {
        ...ports,
        DATABASE_URL: url,
      })
      expect(stderr).toContain(
        `it lacks ${missing}. As the owner of the database, run: npx --no checkout`,
      )
      expect(exitCode).toBe(78)
    } finally {
      await asOwner(`grant ${right} to ${ROLE}`)
    }
  })
})
