import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createPaidSession, createTestSession, type OpenSession } from '#proof/testing/shopper.ts'

const HOUR_MS = 3_600_000
const ORDER = {
  amount: undefined,
  lineItems: [{ name: 'Camiseta', quantity: 2, unitAmount: 12_995 }],
  orderReference: 'A-1',
  description: 'Pedido de Maria',
  expiresInSeconds: 3600,
}

describe('S-57: the page of an ended session', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  const text = async ({ checkoutPath }: OpenSession) => (await api.checkout.get(checkoutPath)).text

  it.each([
    ['expired', () => undefined],
    ['canceled', ({ id }: OpenSession) => api.merchant.post(`/v1/sessions/${id}/cancel`)],
  ])('shows the order for a day, then only that it %s', async (status, end) => {
    const open = await createTestSession(api, ORDER)
    await open.payByCard('4000000000000002')
    await end(open)
    api.clock.advance(HOUR_MS)
    expect(await open.look()).toMatchObject({ status, amount: 25_990, detailsWithheld: false })
    expect(await text(open)).not.toContain('maria@example.com')
    api.clock.advance(24 * HOUR_MS)
    expect(await open.look()).toMatchObject({
      status,
      detailsWithheld: true,
      amount: 0,
      lineItems: [],
      payment: null,
      merchant: { name: 'Loja São João' },
    })
    for (const detail of ['Camiseta', '25990', '12995', 'Pedido de Maria', 'A-1', '0002'])
      expect(await text(open)).not.toContain(`"${detail}`)
    expect(await text(open)).not.toMatch(/25990|12995|maria/i)
    expect(await open.read()).toMatchObject({ amount: 25_990, orderReference: 'A-1' })
  })

  it('stays complete for a paid session: it is the receipt', async () => {
    const open = await createPaidSession(api, ORDER)
    api.clock.advance(1000 * 24 * HOUR_MS)
    expect(await open.look()).toMatchObject({
      status: 'complete',
      detailsWithheld: false,
      amount: 25_990,
      lineItems: ORDER.lineItems,
    })
  })
})
