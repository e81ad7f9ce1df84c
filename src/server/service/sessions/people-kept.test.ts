import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { disableUser } from '../people/disable-user.ts'
import { inviteUser } from '../people/invite-user.ts'
import { eraseDuePersonalData } from './erase-personal-data.ts'
import { prune } from '../installation/prune.ts'
import { done, valueOf } from '../outcome.ts'

const DAY_MS = 86_400_000

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

async function invite(email: string): Promise<string> {
  const membership = { merchantId: null, role: 'viewer' } as const
  const name = 'Canary Name'
  return valueOf(await inviteUser(api.context, { email, name, membership })).userId
}

it('S-150: who was invited and never joined loses name and e-mail after the retention period', async () => {
  const { id: merchantId } = api.merchant
  const never = await invite('never@canary.example')
  const ofMerchant = valueOf(
    await inviteUser(api.context, {
      email: 'merchants@canary.example',
      name: 'Canary Name',
      membership: { merchantId, role: 'owner' },
      accountOf: merchantId,
    }),
  ).userId
  const joined = await invite('joined@canary.example')
  await api.sql(`update users set status = 'active' where id = $1`, joined)
  const again = await invite('again@canary.example')
  api.clock.advance(89 * DAY_MS)
  await prune(api.context)
  await eraseDuePersonalData(api.context)
  const dump = await api.dump()
  expect(dump).toContain('never@canary.example')
  expect(dump).toContain('merchants@canary.example')
  expect(await invite('again@canary.example')).toBe(again)
  api.clock.advance(2 * DAY_MS)
  await eraseDuePersonalData({ ...api.context, retentionDays: 0 })
  expect(await api.dump()).toContain('never@canary.example')
  await eraseDuePersonalData(api.context)
  const left = await api.sql('select id, email, name, status from users order by created_at, id')
  expect(left).toEqual([
    { id: never, email: null, name: null, status: 'disabled' },
    { id: ofMerchant, email: null, name: null, status: 'disabled' },
    { id: joined, email: 'joined@canary.example', name: 'Canary Name', status: 'active' },
    { id: again, email: 'again@canary.example', name: 'Canary Name', status: 'invited' },
  ])
  expect(await api.dump()).not.toMatch(/(never|merchants)@canary\.example/)
  const anew = await invite('never@canary.example')
  expect(anew).not.toBe(never)
  await api.sql('delete from sign_in_links')
  await api.sql('delete from merchant_accounts')
  await api.sql('delete from users')
})

it('S-108: who was disabled loses name and e-mail after the retention period, and nobody else does', async () => {
  const gone = await invite('gone@canary.example')
  const stays = await invite('stays@canary.example')
  expect(await disableUser(api.context, gone)).toEqual(done({ endedSessions: 0 }))
  api.clock.advance(89 * DAY_MS)
  await eraseDuePersonalData(api.context)
  expect(await api.dump()).toContain('gone@canary.example')
  api.clock.advance(2 * DAY_MS)
  await eraseDuePersonalData({ ...api.context, retentionDays: 0 })
  expect(await api.dump()).toContain('gone@canary.example')
  await eraseDuePersonalData(api.context)
  expect(await api.dump()).not.toContain('gone@canary.example')
  const left = await api.sql('select id, email, name, status from users order by created_at, id')
  expect(left).toEqual([
    { id: gone, email: null, name: null, status: 'disabled' },
    { id: stays, email: 'stays@canary.example', name: 'Canary Name', status: 'invited' },
  ])
})

it('whom one merchant disabled while another invited them keeps their e-mail until the invitation ends', async () => {
  const userId = await invite('twice@canary.example')
  const { id } = api.merchant
  expect(await disableUser(api.context, userId, id, id)).toMatchObject({ outcome: 'done' })
  const erase = () => eraseDuePersonalData({ ...api.context, retentionDays: 1 })
  const emails = () => api.sql('select email from users where id = $1', userId)
  api.clock.advance(2 * DAY_MS)
  await erase()
  expect(await emails()).toEqual([{ email: 'twice@canary.example' }])
  api.clock.advance(DAY_MS)
  await prune(api.context)
  await erase()
  expect(await emails()).toEqual([{ email: null }])
})

it('prunes links and sessions that have ended', async () => {
  const now = api.clock.now()
  const userId = await invite('ends@canary.example')
  for (const hours of [0, 1])
    await api.sql(
      `insert into dashboard_sessions (token_hash, id, user_id, how, created_at, seen_at, expires_at)
       values ($1, gen_random_uuid(), $2, 'passkey', $3, $3, $4)`,
      randomBytes(32),
      userId,
      now,
      new Date(now.getTime() + hours * 3_600_000),
    )
  await prune(api.context)
  const count = async () =>
    (
      await api.sql(
        `select (select count(*)::int from dashboard_sessions) as sessions,
           (select count(*)::int from sign_in_links where user_id = '${userId}') as links`,
      )
    )[0]
  expect(await count()).toEqual({ sessions: 1, links: 1 })
  api.clock.advance(3 * DAY_MS)
  await prune(api.context)
  expect(await count()).toEqual({ sessions: 0, links: 0 })
})
