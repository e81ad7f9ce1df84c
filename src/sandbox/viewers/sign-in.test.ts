import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SignedInViewer, Viewer } from '../../contract/viewer.ts'
import { pruneViewers, revokeViewers } from '../database/viewers.ts'
import { startTestApi, type TestApi } from '../../proof/testing/api.ts'
import type { Answer } from '../../proof/testing/caller.ts'
import { newLink, signIn, trade, viewerOf, type TestViewer } from '../../proof/testing/viewers.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

/** The parts in which two refusals must be equal: all but the request id. */
function refusal(answer: Answer) {
  return { ...answer.problem(), requestId: '' }
}

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** Makes a call every ten minutes for so many minutes. */
async function stayUntil(viewer: TestViewer, minutes: number): Promise<void> {
  for (let past = 0; past < minutes; past += 10) {
    api.clock.advance(10 * MINUTE_MS)
    await viewer.get()
  }
}

const revoke = () => revokeViewers(api.database, api.merchant.id, api.clock.now())

describe('POST /v1/sandbox/viewer/sign-in', () => {
  it('exchanges a link for a viewer of its merchant, for 8 hours', async () => {
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

  it('refuses used, expired, revoked and unknown links with the same response', async () => {
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

  it('expires after 10 minutes', async () => {
    const link = await newLink(api, api.merchant)
    api.clock.advance(10 * MINUTE_MS - 1000)
    expect((await trade(api, link)).status).toBe(200)
  })

  it('signs in once under concurrent requests', async () => {
    const link = await newLink(api, api.merchant)
    const answers = await Promise.all(Array.from({ length: 8 }, () => trade(api, link)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('rate-limits guesses, and still accepts a valid link', async () => {
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

  it("does not accept a merchant's API key", async () => {
    const token = await newLink(api, api.merchant)
    const answer = await api.merchant.post('/v1/sandbox/viewer/sign-in', { token })
    expect(answer.problem()).toMatchObject({ status: 403, code: 'insufficient_scope' })
    expect((await trade(api, token)).status).toBe(200)
  })
})

describe('the token of a viewer', () => {
  it('ends by sign-out, expiry and revocation, each with the same refusal', async () => {
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

  it('expires after an hour without calls', async () => {
    const viewer = await signIn(api)
    for (const minutes of [59, 58, 58]) {
      api.clock.advance(minutes * MINUTE_MS)
      expect((await viewer.get()).status).toBe(200)
    }
    api.clock.advance(60 * MINUTE_MS)
    expect((await viewer.get()).status).toBe(401)
    expect((await viewer.get('/events')).status).toBe(401)
  })

  it("needs the key of the page's backend, too", async () => {
    const { token } = await signIn(api)
    const headers = { 'x-viewer-token': token }
    expect((await api.anyone.get('/v1/sandbox/viewer', headers)).status).toBe(401)
    expect((await api.merchant.get('/v1/sandbox/viewer', headers)).status).toBe(403)
  })

  it('is stored as a hash, as the link is, and pruned after its expiry', async () => {
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
