import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '#server/database/migrate/migrate.ts'
import { MIGRATIONS_DIRECTORY, readMigrations } from '#server/database/migrate/migrations.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import { createTestSession } from '../testing/shopper.ts'

const SESSIONS = Number(process.env['MIGRATED_SESSIONS'] ?? 5000)
/** Rows per insert. */
const BATCH = 20_000
const CLIENTS = 4
/** Migrations of a later release, written in the permitted way. */
const NEXT = [
  `alter table sessions add column shelf integer not null default 0,
     add constraint a_shelf_is_high_enough check (shelf >= 0) not valid;`,
  'alter table sessions validate constraint a_shelf_is_high_enough;',
  '-- concurrently\ncreate index concurrently if not exists sessions_by_shelf on sessions (shelf, id);',
]

let api: TestApi
let url: string
let directory: string
beforeAll(async () => {
  api = await startTestApi({
    databaseOf: async (owner) => (url = owner.url),
  })
  directory = await mkdtemp(join(tmpdir(), 'migrations-load-'))
})
afterAll(async () => {
  await api.close()
  await rm(directory, { recursive: true })
})

describe('a migration of many sessions, while the previous release serves', () => {
  it('R-34: no request fails', { timeout: 600_000 }, async () => {
    const { id } = await createTestSession(api)
    for (let from = 0; from < SESSIONS; from += BATCH)
      await api.sql(
        `insert into sessions (id, reference_hash, merchant_id, currency, amount_minor, details, expires_at, created_at)
         select 'cs_' || lpad(n::text, 22, '0'), sha256(n::text::bytea), merchant_id, currency, amount_minor, details,
           expires_at, created_at
         from (select * from sessions where id = $1) one, generate_series($2::int, $3::int) n`,
        id,
        from,
        Math.min(from + BATCH, SESSIONS) - 1,
      )
    await cp(MIGRATIONS_DIRECTORY, directory, { recursive: true })
    const { length } = await readMigrations(directory)
    const names = NEXT.map((_, index) => `${String(length + index + 1).padStart(4, '0')}_next.sql`)
    for (const [index, sql] of NEXT.entries())
      await writeFile(join(directory, names[index] ?? ''), sql)

    const over = new AbortController()
    const statuses: number[] = []
    const serve = async () => {
      while (!over.signal.aborted) {
        const open = await createTestSession(api)
        const path = `/v1/sessions/${open.id}`
        statuses.push((await open.payByCard('4242424242424242')).status)
        statuses.push((await api.merchant.post(`${path}/refunds`, { amount: 1000 })).status)
        statuses.push((await api.merchant.get('/v1/sessions?limit=20')).status)
      }
    }
    const clients = Array.from({ length: CLIENTS }, serve)
    const silent = { info: () => undefined, warn: () => undefined }
    const { applied } = await migrate({ url, log: silent, directory, lockTimeoutMs: 200 })
    over.abort()
    await Promise.all(clients)
    expect(applied).toEqual(names)
    expect(statuses.length).toBeGreaterThan(0)
    expect(new Set(statuses)).toEqual(new Set([200, 201]))
  })
})
