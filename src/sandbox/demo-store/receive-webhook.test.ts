import { describe, expect, it } from 'vitest'
import { exampleSession } from '#proof/testing/client/session.fixture.ts'
import { openStore, paid } from '#proof/testing/sandbox/store.fixture.ts'

describe('POST /webhooks', () => {
  it('refuses an unverified request', async () => {
    const store = openStore()
    const order = await store.buy()
    const answer = await store.notify(
      { ...order.session, ...paid },
      { key: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' },
    )
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ reason: 'no_match' })
    expect(await store.text(order.page)).toContain('Waiting for payment')
  })

  it('handles a duplicate once', async () => {
    const store = openStore()
    const order = await store.buy()
    for (const _ of [1, 2, 3]) await store.notify({ ...order.session, ...paid })
    expect(await store.text(`${order.page}/version`)).toBe('{"version":"paid-1"}')
  })

  it('fulfills an order once, and counts it', async () => {
    const store = openStore()
    const order = await store.buy()
    const fulfilled = () => store.text(`/given-out/${order.session.id}`)
    expect(await fulfilled()).toBe('{"fulfilled":0}')
    await store.notify({ ...order.session, ...paid }, { type: 'payment.succeeded', sequence: 1 })
    await store.notify({ ...order.session, ...paid }, { id: 'evt_0350qmKLMuJ9K1lrKhvHI2' })
    expect(await fulfilled()).toBe('{"fulfilled":1}')
  })

  it('ignores an older event that arrives later', async () => {
    const store = openStore()
    const order = await store.buy()
    await store.notify({ ...order.session, ...paid }, { id: 'evt_0350qmKLMuJ9K1lrKhvHI2' })
    await store.notify(order.session, {
      id: 'evt_0350qmKLMuJ9K1lrKhvHI1',
      type: 'payment.failed',
      sequence: 1,
    })
    expect(await store.text(order.page)).toContain('Paid')
  })

  it('acknowledges events of unknown orders', async () => {
    const answer = await openStore().notify(exampleSession({ orderReference: 'V-0' }))
    expect(answer.status).toBe(204)
  })
})
