import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import { CheckoutChangeList } from '#contract/checkout-changes.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import type { Caller } from '#proof/testing/caller.ts'
import { createTestSession } from '#proof/testing/shopper.ts'
import { issueKey, keyOfCheckout } from '../../service/keys/issue-key.ts'
import { setClock, startSecondProcess } from '#proof/testing/sandbox/clock.fixture.ts'
import { openSessionWatch } from '../../service/watch/session-watch.ts'

const PATH = '/v1/checkout/changes'

describe('R-41: GET /v1/checkout/changes', () => {
  let api: TestApi
  let elsewhereKey: string
  let second: Awaited<ReturnType<typeof startSecondProcess>>
  beforeAll(async () => {
    api = await startTestApi()
    second = await startSecondProcess(api)
    const { database, clock, context } = api
    const operator = { ...context, database, clock: () => clock.now() }
    elsewhereKey = (await issueKey(operator, keyOfCheckout('sandbox'))).apiKey
  })
  afterAll(async () => {
    await second.close()
    await api.close()
  })

  const ask = async (after?: string, waitSeconds = 0, caller: Caller = api.checkout) => {
    const query = after === undefined ? '' : `?after=${encodeURIComponent(after)}`
    const wait = waitSeconds === 0 ? '' : `&waitSeconds=${waitSeconds}`
    return (await caller.get(`${PATH}${query}${wait}`)).as(CheckoutChangeList)
  }
  const elsewhere = () => api.caller(elsewhereKey, second.fetch)
  const cancel = (id: string) => api.merchant.post(`/v1/sessions/${id}/cancel`)

  it("returns a change at once, with the view's topic and version", async () => {
    const open = await createTestSession(api)
    const { cursor } = await ask()
    const waiting = ask(cursor, 20)
    await cancel(open.id)
    const { data, complete } = await waiting
    const view = (await api.checkout.get(open.checkoutPath)).as(Checkout)
    expect(view.topics).toContain(open.id)
    expect([data, complete]).toEqual([[{ topic: open.id, version: view.version }], true])
  })

  it('returns no change twice, and is empty after the wait', async () => {
    const open = await createTestSession(api)
    const { cursor } = await ask()
    await cancel(open.id)
    const first = await ask(cursor, 20)
    expect(first.data).toHaveLength(1)
    expect(await ask(first.cursor, 1)).toMatchObject({ data: [], complete: true })
  })

  it('continues in another process without a loss', async () => {
    let { cursor } = await ask()
    for (let turn = 0; turn < 6; turn++) {
      const [one, other] = [await createTestSession(api), await createTestSession(api)]
      await cancel(one.id)
      await cancel(other.id)
      const topics: string[] = []
      while (topics.length < 2) {
        const answer = await ask(cursor, 20, turn % 2 === 0 ? elsewhere() : api.checkout)
        expect(answer.complete).toBe(true)
        topics.push(...answer.data.map(({ topic }) => topic))
        cursor = answer.cursor
      }
      expect(topics).toEqual([one.id, other.id])
    }
  })

  it('returns a clock change', async () => {
    const merchant = await api.addMerchant()
    const open = await createTestSession(api, {}, merchant)
    const view = (await api.checkout.get(open.checkoutPath)).as(Checkout)
    const { cursor } = await ask()
    const waiting = ask(cursor, 20)
    await setClock(merchant, { action: 'freeze' })
    const [change] = (await waiting).data
    expect(change?.version).toBeNull()
    expect(view.topics).toContain(change?.topic)
  })

  it('reports an unknown cursor as incomplete', async () => {
    const answer = await ask('nobody 0 7 cs_none 3', 20)
    expect(answer).toMatchObject({ data: [], complete: false })
    expect(await ask(answer.cursor)).toMatchObject({ data: [], complete: true })
  })

  it('ends all waits on graceful shutdown', async () => {
    const watch = await openSessionWatch(api.database)
    const { cursor } = await watch.changesAfter(undefined, 0, AbortSignal.abort())
    const waiting = watch.changesAfter(cursor, 20_000, new AbortController().signal)
    watch.end()
    expect(await waiting).toMatchObject({ changes: [], complete: true })
    await watch.close()
  })

  it("is for the page's backend only", async () => {
    expect((await api.merchant.get(PATH)).problem().code).toBe('insufficient_scope')
  })
})
