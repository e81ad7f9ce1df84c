import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { DAY_MS } from '#proof/testing/server/personal-data.fixture.ts'
import { setClock } from '#proof/testing/sandbox/clock.fixture.ts'
import { createTestSession, type OpenSession } from '#proof/testing/shopper.ts'
import { createSessionOpeningLog } from '../../monitoring/session-openings.ts'
import { readTimeline } from '../../service/sessions/read-timeline.ts'
import { eraseDuePersonalData } from '../../service/sessions/erase-personal-data.ts'

const FOLLOW = '?afterVersion=0&waitSeconds=0'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const follow = ({ checkoutPath }: OpenSession) => api.checkout.get(`${checkoutPath}${FOLLOW}`)
async function openedAt({ id }: OpenSession): Promise<string | null | undefined> {
  await api.context.openings.flush()
  return (await readTimeline(api.context, { id, merchantId: null }))?.timeline.session.openedAt
}

it('is when a browser first followed the session; a page that was fetched and left is none', async () => {
  const session = await createTestSession(api)
  await session.look()
  expect(await openedAt(session)).toBeNull()
  await follow(session)
  const first = await openedAt(session)
  expect(Date.parse(first ?? '')).toBeGreaterThan(Date.parse(session.session.createdAt))
  api.clock.advance(60_000)
  await follow(session)
  // After a restart, the process knows of no opening.
  const restarted = createSessionOpeningLog(api.context)
  restarted.record(session.id, api.clock.now())
  await restarted.flush()
  expect(await openedAt(session)).toBe(first)
  const told = await readTimeline(api.context, { id: session.id, merchantId: null })
  expect(told?.lines).toContainEqual(
    expect.objectContaining({ at: first, lane: 'shopper', kind: 'page_opened' }),
  )
  expect(told?.explanation.verdict.map(({ key }) => key)).toContain('opened')
})

it('costs the shopper no statement, and many openings one in all', async () => {
  const sessions = [await createTestSession(api), await createTestSession(api)]
  const fetched = await api.database.statementsOf(async () => sessions[0]?.look())
  const followed = await api.database.statementsOf(() => Promise.all(sessions.map(follow)))
  expect(followed).toHaveLength(2 * fetched.length)
  const flushed = await api.database.statementsOf(() => api.context.openings.flush())
  expect(flushed).toHaveLength(1)
  expect(await api.database.statementsOf(() => api.context.openings.flush())).toEqual([])
})

it("is told by the merchant's own clock", async () => {
  const merchant = await api.addMerchant()
  await setClock(merchant, { action: 'freeze', at: '2027-03-01T12:00:00.000Z' })
  const session = await createTestSession(api, {}, merchant)
  await follow(session)
  expect(await openedAt(session)).toBe('2027-03-01T12:00:00.000Z')
})

it('is not kept of a session that has ended', async () => {
  const session = await createTestSession(api)
  await api.merchant.post(`/v1/sessions/${session.id}/cancel`)
  await follow(session)
  expect(await openedAt(session)).toBeNull()
})

it("goes with the session's personal data", async () => {
  const merchant = await api.addMerchant({ callbackUrl: null })
  const session = await createTestSession(api, {}, merchant)
  await follow(session)
  expect(await openedAt(session)).not.toBeNull()
  await merchant.post(`/v1/sessions/${session.id}/cancel`)
  api.clock.advance((api.context.retentionDays - 1) * DAY_MS)
  await eraseDuePersonalData(api.context)
  expect(await openedAt(session)).not.toBeNull()
  api.clock.advance(2 * DAY_MS)
  await eraseDuePersonalData(api.context)
  expect(await openedAt(session)).toBeNull()
})

it('keeps nothing that it could not write, and writes it when the browser comes again', async () => {
  const warned: unknown[] = []
  const log = { ...api.context.log, warn: (fields: unknown) => void warned.push(fields) } as never
  const database = {
    query: () => Promise.reject(new Error('away')),
  } as never
  const session = await createTestSession(api)
  const openings = createSessionOpeningLog({ database, log })
  openings.record(session.id, api.clock.now())
  await openings.flush()
  expect(warned).toMatchObject([{ openings: 1 }])
  openings.record(session.id, api.clock.now())
  await openings.flush()
  expect(warned).toHaveLength(2)
})
