import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { canariesIn, DAY_MS, ofPerson } from '#proof/testing/server/personal-data.fixture.ts'
import { erasePersonalData } from '../sessions/erase-personal-data.ts'
import { prune } from './prune.ts'

const DUE = 10_001
const BATCH = 5000

/** Records how many rows each statement deletes. */
const RECORD_DELETES = `
  create table deletes (count integer not null);
  create function record_delete() returns trigger language plpgsql as $$
  begin
    insert into deletes select count(*) from gone;
    return null;
  end $$;
  create trigger record_delete after delete on idempotency_keys
    referencing old table as gone for each statement execute function record_delete();`

let api: TestApi
beforeEach(async () => {
  api = await startTestApi()
  for (const text of RECORD_DELETES.split(/;\n {2}(?=create)/)) await api.sql(text)
})
afterEach(() => api.close())

const addKeys = (count: number, prefix: string, at: Date) =>
  api.sql(
    `insert into idempotency_keys (merchant_id, route, key, body_hash, created_at, response_status)
     select $1, 'POST /v1/sessions', $4 || n, '', $2, 201 from generate_series(1, $3::int) n`,
    api.merchant.id,
    at,
    count,
    prefix,
  )
const keptKeys = async () =>
  (await api.sql<{ key: string }>('select key from idempotency_keys')).map(({ key }) => key)
const deletes = async () =>
  (await api.sql<{ count: number }>('select count from deletes where count > 0')).map(
    ({ count }) => count,
  )

// tests guard: prune-to-the-end

it('R-61: many due idempotency keys are pruned, each statement at most a batch of them', async () => {
  const now = api.clock.now()
  await addKeys(DUE, 'due-', new Date(now.getTime() - DAY_MS - 1000))
  await addKeys(3, 'live-', now)
  await prune(api.context)
  expect((await keptKeys()).toSorted()).toEqual(['live-1', 'live-2', 'live-3'])
  const counts = await deletes()
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(DUE)
  expect(Math.max(...counts)).toBe(BATCH)
})

it('R-61: so they are before personal data is erased', async () => {
  const merchant = await api.addMerchant({ callbackUrl: null })
  const session = await ofPerson(api, merchant)
  await merchant.post(`/v1/sessions/${session.id}/cancel`)
  await addKeys(DUE, 'due-', api.clock.now())
  api.clock.advance(91 * DAY_MS)
  await erasePersonalData(api.context)
  expect(await keptKeys()).toEqual([])
  expect(Math.max(...(await deletes()))).toBe(BATCH)
  expect(await canariesIn(api)).toEqual([])
})

it('records of who read personal data are kept 400 days, by the real time', async () => {
  const add = (subject: string, age: string) =>
    api.sql(
      `insert into person_reads (at, actor_kind, actor, subject, fields, why)
       select now() - $2::interval, 'command', 'ada@web-1', $1, '{email}', 'find by email'
       from generate_series(1, 5001)`,
      subject,
      age,
    )
  const seal = (to: number, age: string) =>
    api.sql(
      `insert into audit_log (sequence, at, actor_kind, actor, action, subject, details, key_id, hash, seal)
       select coalesce(max(sequence), 0) + 1000, now() - $2::interval, 'server', 'checkout serve', 'person_reads.sealed',
         'person_reads', json_build_object('to', $1::int)::text, '', '', '' from audit_log`,
      to,
      age,
    )
  await add('old', '400 days 1 minute')
  await add('old, and not sealed for so long', '400 days 1 minute')
  await add('young', '399 days')
  await seal(5001, '400 days 1 second')
  await seal(10_002, '399 days 23 hours')
  // A clock of the sandbox that is ahead does not make records older.
  api.clock.advance(500 * DAY_MS)
  await prune(api.context)
  expect(
    await api.sql(
      'select subject, count(*)::int from person_reads group by subject order by subject',
    ),
  ).toEqual([
    { subject: 'old, and not sealed for so long', count: 5001 },
    { subject: 'young', count: 5001 },
  ])
})
