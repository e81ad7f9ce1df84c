import { describe, expect, it } from 'vitest'
import { openStore, paid } from '#proof/testing/sandbox/store.fixture.ts'

describe("an order's page", () => {
  it('waits for the event, then shows paid with its proof', async () => {
    const store = openStore()
    const order = await store.buy()
    expect(await store.text(order.page)).toMatch(/Waiting for payment[^]*waiting\.js/)
    expect((await store.notify({ ...order.session, ...paid })).status).toBe(204)
    const page = await store.text(order.page)
    expect(page).toContain('Paid')
    expect(page).toContain('Notification signature verified')
    expect(page).toContain('evt_0350qmKLMuJ9K1lrKhvHIu')
    expect(page).not.toContain('waiting.js')
  })

  it('shows a verified arrival as not paid yet', async () => {
    const store = openStore()
    const order = await store.buy()
    const page = await store.text(await store.arrive(order, 'complete'))
    expect(page).toContain('Arrival signature verified')
    expect(page).toContain('Confirming the payment')
    expect(page).not.toContain('Continue to payment')
  })

  it('offers to pay after a return without payment', async () => {
    const store = openStore()
    const order = await store.buy()
    expect(await store.text(await store.arrive(order, 'canceled'))).toMatch(
      /came back without paying[^]*Pay this order/,
    )
    store.sessions.set(order.id, { ...order.session, status: 'canceled' })
    const again = await store.post(`${order.page}/payment-page`)
    expect(again.headers.get('location')).toMatch(/2$/)
    expect([...store.sessions.keys()]).toEqual([order.id, `${order.id}-2`])
  })

  it('links to a page that is still open', async () => {
    const store = openStore()
    const order = await store.buy()
    const again = await store.post(`${order.page}/payment-page`)
    expect(again.headers.get('location')).toBe(order.session.url)
    expect(store.sessions.size).toBe(1)
  })

  it('refuses an expired return link with the reason', async () => {
    const store = openStore()
    const order = await store.buy()
    const arrival = await store.arrive(order, 'complete')
    store.pass(3601)
    expect(await store.text(arrival)).toMatch(/Arrival signature refused[^]*too_old/)
  })

  it('S-60: refuses a forged return link', async () => {
    const store = openStore()
    const order = await store.buy()
    const arrival = await store.arrive(order, 'canceled')
    const page = await store.text(arrival.replace('canceled', 'complete'))
    expect(page).toMatch(/Arrival signature refused[^]*no_match/)
    expect(page).not.toContain('Confirming the payment')
  })

  it('refuses the return link of another session', async () => {
    const store = openStore()
    const [one, other] = [await store.buy(), await store.buy()]
    const arrival = await store.arrive({ page: one.page, session: other.session }, 'complete')
    expect(await store.text(arrival)).toMatch(/Arrival signature refused[^]*other_order/)
  })

  it('has a version that changes with its state', async () => {
    const store = openStore()
    const order = await store.buy()
    const before = await store.text(`${order.page}/version`)
    await store.notify({ ...order.session, ...paid })
    expect(await store.text(`${order.page}/version`)).not.toBe(before)
    expect(await store.text(order.page)).toContain('data-version="paid-1"')
  })
})
