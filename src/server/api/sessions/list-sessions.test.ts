import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SessionList } from '#contract/session.ts'
import { newId } from '#domain/id.ts'
import { setClock } from '#proof/testing/sandbox/clock.fixture.ts'
import { startTestApi, type TestApi, type TestMerchant } from '#proof/testing/api.ts'
import { createPaidSession, createTestSession } from '#proof/testing/shopper.ts'

describe('GET /v1/sessions', () => {
  let api: TestApi
  let merchant: TestMerchant
  beforeAll(async () => {
    api = await startTestApi()
  })
  beforeEach(async () => {
    merchant = await api.addMerchant()
  })
  afterAll(() => api.close())

  const list = async (query = '') => (await merchant.get(`/v1/sessions${query}`)).as(SessionList)
  const create = async (count: number, changes = {}) => {
    const ids: string[] = []
    for (let index = 0; index < count; index++)
      ids.push((await createTestSession(api, changes, merchant)).id)
    return ids.toReversed()
  }
  const idsOf = ({ data }: SessionList) => data.map(({ id }) => id)

  it('is empty at first', async () => {
    expect(await list()).toStrictEqual({ object: 'list', data: [], hasMore: false })
  })

  it('returns the newest first, 20 per page', async () => {
    const ids = await create(21)
    const page = await list()
    expect(idsOf(page)).toEqual(ids.slice(0, 20))
    expect(page.hasMore).toBe(true)
  })

  it('is paginated without gaps or duplicates, even while sessions are created', async () => {
    const ids = await create(7)
    const seen: string[] = []
    let page = await list('?limit=3')
    while ((seen.push(...idsOf(page)), page.hasMore)) {
      await create(1)
      page = await list(`?limit=3&after=${seen.at(-1)}`)
    }
    expect(seen).toEqual(ids)
  })

  it('has hasMore false when the last page is full', async () => {
    await create(2)
    expect((await list('?limit=2')).hasMore).toBe(false)
    expect((await list('?limit=1')).hasMore).toBe(true)
  })

  it('is empty after the oldest', async () => {
    const [id] = await create(1)
    expect((await list(`?after=${id}`)).data).toEqual([])
  })

  it('R-60: finds by its own time what was made while the clock of the merchant was another', async () => {
    const [before] = await create(1)
    await setClock(merchant, { action: 'freeze' })
    await setClock(merchant, { action: 'advance', by: '30d' })
    const [ahead] = await create(1)
    await setClock(merchant, { action: 'resume' })
    const [after] = await create(1)
    const between = new Date(api.clock.now().getTime() + 86_400_000).toISOString()

    expect(idsOf(await list(`?createdAfter=${between}`))).toEqual([ahead])
    expect(idsOf(await list(`?createdAfter=${between}&status=open`))).toEqual([ahead])
    expect(idsOf(await list(`?createdBefore=${between}`))).toEqual([after, before])
    expect(idsOf(await list(`?createdBefore=${between}&paymentStatus=unpaid&limit=1`))).toEqual([
      after,
    ])
  })

  it('R-60: reads the time of an id as the code that made it', async () => {
    const times = [
      '1970-01-01T00:00:00.000Z',
      '2026-11-20T15:00:00.123Z',
      '9999-12-31T23:59:59.999Z',
    ]
    for (const at of times) {
      const id = newId('cs', new Date(at), api.context.random)
      const [read] = await api.sql<{ at: Date }>('select time_of_id($1) as at', id)
      expect(Math.abs((read?.at.getTime() ?? 0) - Date.parse(at))).toBeLessThanOrEqual(1)
    }
  })

  it('finds every combination of states in order of creation', async () => {
    const paid = await createTestSession(api, {}, merchant)
    await paid.payByCard('4242424242424242')
    const [open] = await create(1)
    const canceled = await createTestSession(api, {}, merchant)
    await merchant.post(`/v1/sessions/${canceled.id}/cancel`)
    expect(idsOf(await list('?paymentStatus=unpaid'))).toEqual([canceled.id, open])
    expect(idsOf(await list('?status=complete'))).toEqual([paid.id])
    expect(idsOf(await list(`?paymentStatus=unpaid&after=${canceled.id}`))).toEqual([open])
    expect(idsOf(await list('?status=complete&paymentStatus=refunded'))).toEqual([])
  })

  it('is filtered by status, payment status and order', async () => {
    const [open] = await create(1, { orderReference: 'A 1&b=ü' })
    const canceled = await createTestSession(api, {}, merchant)
    await merchant.post(`/v1/sessions/${canceled.id}/cancel`)
    expect(idsOf(await list('?status=open'))).toEqual([open])
    expect(idsOf(await list('?status=canceled'))).toEqual([canceled.id])
    expect(idsOf(await list('?status=complete'))).toEqual([])
    expect(idsOf(await list('?paymentStatus=unpaid'))).toEqual([canceled.id, open])
    expect(idsOf(await list('?paymentStatus=paid'))).toEqual([])
    const order = encodeURIComponent('A 1&b=ü')
    expect(idsOf(await list(`?orderReference=${order}`))).toEqual([open])
    expect(idsOf(await list(`?orderReference=${order}&status=canceled`))).toEqual([])
  })

  it('manners: is filtered by metadata, amount and e-mail address', async () => {
    const customer = { email: 'Ana+1@mail.example' }
    const [ana] = await create(1, { customer, metadata: { cart: '77', 'a.b': 'é&=' } })
    const [other] = await create(1, { amount: 500, metadata: { cart: '77' } })
    await createTestSession(api, { customer, metadata: { cart: '77' } })
    expect(idsOf(await list('?metadata[cart]=77'))).toEqual([other, ana])
    const both = `metadata%5Bcart%5D=77&metadata[a.b]=${encodeURIComponent('é&=')}`
    expect(idsOf(await list(`?${both}`))).toEqual([ana])
    expect(idsOf(await list('?metadata[cart]=7'))).toEqual([])
    expect(idsOf(await list('?amount=500'))).toEqual([other])
    const email = `customerEmail=${encodeURIComponent(customer.email)}`
    expect(idsOf(await list(`?${email}`))).toEqual([ana])
    expect(idsOf(await list(`?${email}&metadata[cart]=77&amount=500`))).toEqual([])
    expect(idsOf(await list(`?${email}&status=open&limit=1`))).toEqual([ana])
    expect(idsOf(await list(`?metadata[cart]=77&after=${other}`))).toEqual([ana])
  })

  it('is filtered by payment', async () => {
    const paid = await createPaidSession(api)
    const answer = (await api.merchant.get('/v1/sessions?paymentStatus=paid&limit=1')).as(
      SessionList,
    )
    expect(idsOf(answer)).toEqual([paid.id])
  })

  it('is filtered by the time of creation, excluding the bounds', async () => {
    const one = await createTestSession(api, {}, merchant)
    const two = await createTestSession(api, {}, merchant)
    const three = await createTestSession(api, {}, merchant)
    const after = `createdAfter=${one.session.createdAt}`
    const before = `createdBefore=${three.session.createdAt}`
    expect(idsOf(await list(`?${after}`))).toEqual([three.id, two.id])
    expect(idsOf(await list(`?${before}`))).toEqual([two.id, one.id])
    expect(idsOf(await list(`?${after}&${before}`))).toEqual([two.id])
  })

  it('F-15: reads times with an offset, also where its plus arrives as a space', async () => {
    const one = await createTestSession(api, {}, merchant)
    const at = new Date(one.session.createdAt).getTime()
    const hours = (count: number) => new Date(at + count * 3_600_000).toISOString().slice(0, -1)
    for (const plus of ['%2B', '+', '%20']) {
      // An hour before it, and after, as a clock two hours ahead shows them.
      const [before, after] = [`${hours(1)}${plus}02:00`, `${hours(3)}${plus}02:00`]
      expect(idsOf(await list(`?createdAfter=${before}&createdBefore=${after}&limit=1`))).toEqual([
        one.id,
      ])
      expect(idsOf(await list(`?createdAfter=${after}`))).not.toContain(one.id)
    }
  })

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=x', 'limit'],
    ['limit=', 'limit'],
    ['limit=%20', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['after=x', 'after'],
    ['after=evt_0000000000000000000000', 'after'],
    ['status=paid', 'status'],
    ['paymentStatus=open', 'paymentStatus'],
    ['orderReference=', 'orderReference'],
    ['orderReference=%00', 'orderReference'],
    [`orderReference=${'x'.repeat(201)}`, 'orderReference'],
    ['amount=-1', 'amount'],
    ['amount=1e3', 'amount'],
    ['customerEmail=x', 'customerEmail'],
    ['metadata=x', 'metadata'],
    ['metadata[a]=1&metadata[a]=2', 'metadata.a'],
    ['metadata[a]=1&metadata=2', 'metadata'],
    ['metadata=2&metadata[a]=1', 'metadata'],
    ['metadata[]=1', 'metadata[]'],
    ['metadata[a][b]=1', 'metadata[a][b]'],
    ['metadata[__proto__]=1', 'metadata.__proto__'],
    ['createdAfter=yesterday', 'createdAfter'],
    ['createdAfter=2026-02-30T00:00:00Z', 'createdAfter'],
    ['createdAfter=0000-01-01T00:00:00Z', 'createdAfter'],
    ['createdBefore=2026-01-01', 'createdBefore'],
    ['cursor=1', 'cursor'],
    ['__proto__=1', '__proto__'],
    ['constructor=1', 'constructor'],
  ])('422 for ?%s', async (query, path) => {
    const problem = (await merchant.get(`/v1/sessions?${query}`)).problem()
    expect(problem).toMatchObject({ status: 422, code: 'validation_failed' })
    expect(problem.errors?.map((error) => error.path)).toEqual([path])
  })

  it.each([
    'createdAfter=0001-01-01T00:00:00Z',
    'createdAfter=9999-12-31T23:59:59.999999999Z',
    'limit=100',
    'limit=1',
    'createdBefore=2026-02-28T00:00:00.000Z',
    'createdAfter=9999-12-31T23:59:59-14:00',
    'createdAfter=0001-01-01T00:00:00%2B14:00',
  ])('accepts ?%s', async (query) => {
    expect((await list(`?${query}`)).object).toBe('list')
  })

  it('makes one database query', async () => {
    await list()
    expect(await api.database.statementsOf(() => list())).toHaveLength(1)
  })
})
