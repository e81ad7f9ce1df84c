import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SignedInViewer, Viewer } from '../../contract/viewer.ts'
import { pruneViewers, revokeViewers } from '../database/viewers.ts'
import { startTestApi, type TestApi } from '../../proof/testing/api.ts'
import type { Answer } from '../../proof/testing/caller.ts'
import { newLink, signIn, trade, viewerOf, type TestViewer } from '../../proof/testing/viewers.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

/** What two refusals must have in common: all but the name of the request. */
function refusal(answer: Answer) {
  return { ...answer.problem(), requestId: '' }
}

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** Looks every ten minutes, until so many minutes have gone by. */
async function stayUntil(viewer: TestViewer, minutes: number): Promise<void> {
  for (let past = 0; past < minutes; past += 10) {
    api.clock.advance(10 * MINUTE_MS)
    await viewer.get()
  }
}

const revoke = () => revokeViewers(api.database, api.merchant.id, api.clock.now())

describe('POST /v1/sandbox/viewer/sign-in', () => {
  it('trades a link for a viewer of its merchant, for 8 hours', async () => {
    const before = api.clock.now().getTime()
    const { viewerToken, viewer } = (await trade(api, await newLink(api, api.merchant))).as(
      SignedInViewer,
    )
    expect(viewerToken).toMatch(/^[0-9A-Za-z]{43}$/)
    expect(viewer).toMatchObject({
      merchant: { id: api.merchant.id, callbackUrl: 'https://store.example/webhooks' },
      clock: { frozen: false, offsetSeconds: 0 },
    })
    expect(Math.round((Date.parse(viewer.expiresAt) - before) / MINUTE_MS)).toBe(8 * 60)
    expect((await viewerOf(api, viewerToken).get()).as(Viewer).merchant).toEqual(viewer.merchant)
  })

  it('refuses a link that was used, is too old, was revoked or never was, all in the same words', async () => {
    const used = await newLink(api, api.merchant)
    await trade(api, used)
    const revoked = await newLink(api, api.merchant)
    expect(await revoke()).toMatchObject({ links: 1 })
    const old = await newLink(api, api.merchant)
    api.clock.advance(10 * MINUTE_MS)
    const [first, ...others] = await Promise.all(
      [used, revoked, old, 'x'.repeat(43), 'short'].map(async (token) =>
        refusal(await trade(api, token)),
      ),
    )
    expect(first).toMatchObject({ status: 401, code: 'invalid_sign_in_link' })
    for (const other of others) expect(other).toEqual(first)
  })

  it('works within 10 minutes', async () => {
    const link = await newLink(api, api.merchant)
    api.clock.advance(10 * MINUTE_MS - 1000)
    expect((await trade(api, link)).status).toBe(200)
  })

  it('works once, however many come at once', async () => {
    const link = await newLink(api, api.merchant)
    const answers = await Promise.all(Array.from({ length: 8 }, () => trade(api, link)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('tells guesses to wait, and still lets a link in', async () => {
    const own = await startTestApi()
    try {
      const guesses: Answer[] = []
      for (let index = 0; index < 25; index++) guesses.push(await trade(own, `guess-${index}`))
      expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([401, 429]))
      const last = guesses.at(-1)
      expect(last?.problem().code).toBe('rate_limited')
      expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await trade(own, await newLink(own, own.merchant))).status).toBe(200)
    } finally {
      await own.close()
    }
  })

  it('is none of the merchant’s keys’ business', async () => {
    const token = await newLink(api, api.merchant)
    const answer = await api.merchant.post('/v1/sandbox/viewer/sign-in', { token })
    expect(answer.problem()).toMatchObject({ status: 403, code: 'insufficient_scope' })
    expect((await trade(api, token)).status).toBe(200)
  })
})

describe('the token of a viewer', () => {
  it('ends with signing out, with time, and when it is revoked; none is refused as another', async () => {
    const signedOut = await signIn(api)
    expect((await signedOut.post('/sign-out')).status).toBe(200)
    const expired = await signIn(api, await api.addMerchant())
    await stayUntil(expired, 8 * 60)
    const idle = await signIn(api, await api.addMerchant())
    api.clock.advance(HOUR_MS)
    const revoked = await signIn(api)
    expect(await revoke()).toMatchObject({ sessions: 1 })
    const never = viewerOf(api, 'x'.repeat(43))
    const [first, ...others] = await Promise.all(
      [signedOut, expired, idle, revoked, never].map(async (viewer) => refusal(await viewer.get())),
    )
    expect(first).toMatchObject({ status: 401, code: 'invalid_viewer_token' })
    for (const other of others) expect(other).toEqual(first)
    const without = await api.checkout.get('/v1/sandbox/viewer')
    expect(refusal(without)).toEqual(first)
  })

  it('lasts its 8 hours', async () => {
    const viewer = await signIn(api)
    await stayUntil(viewer, 8 * 60 - 10)
    expect((await viewer.get()).status).toBe(200)
  })

  it('lasts for an hour in which nothing is asked for', async () => {
    const viewer = await signIn(api)
    for (const minutes of [59, 58, 58]) {
      api.clock.advance(minutes * MINUTE_MS)
      expect((await viewer.get()).status).toBe(200)
    }
    api.clock.advance(60 * MINUTE_MS)
    expect((await viewer.get()).status).toBe(401)
    expect((await viewer.get('/events')).status).toBe(401)
  })

  it('is nothing without the key of the page’s backend', async () => {
    const { token } = await signIn(api)
    const headers = { 'x-viewer-token': token }
    expect((await api.anyone.get('/v1/sandbox/viewer', headers)).status).toBe(401)
    expect((await api.merchant.get('/v1/sandbox/viewer', headers)).status).toBe(403)
  })

  it('is kept as a hash only, as the link is, and forgotten when its time is over', async () => {
    const link = await newLink(api, api.merchant)
    const { token } = await signIn(api)
    const dump = await api.dump()
    for (const secret of [link, token]) {
      expect(dump).not.toContain(secret)
      const hash = createHash('sha256').update(secret).digest('base64')
      expect(dump.replaceAll(/\s/g, '')).toContain(hash)
    }
    api.clock.advance(HOUR_MS)
    const kept = await signIn(api)
    await pruneViewers(api.database, api.clock.now())
    const [left] = await api.sql(
      `select (select count(*)::int from sandbox_sign_in_links) as links,
         (select count(*)::int from sandbox_viewers) as viewers`,
    )
    expect(left).toEqual({ links: 0, viewers: 1 })
    expect((await kept.get()).status).toBe(200)
  })
})
