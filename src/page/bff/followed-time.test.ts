import { describe, expect, it, vi } from 'vitest'
import type { Checkout } from '#contract/checkout.ts'
import { PageCheckout } from '#contract/page.ts'
import { useStandInBuild } from '#proof/testing/page/bff.fixture.ts'
import {
  begins,
  MERCHANT,
  openSession,
  PATH,
  readerOf,
} from '#proof/testing/page/events.fixture.ts'

useStandInBuild()

describe('GET /api/checkout/{reference}/events', () => {
  it('publishes a clock jump under the same version', async () => {
    const { open, become, announce } = openSession()
    const stream = await open()
    await begins(stream)
    const later = { now: '2026-11-20T18:42:07.311Z' }
    for (const changes of [{ clockFrozen: true }, later, { clockFrozen: false }]) {
      become(changes)
      await announce({ data: [{ topic: MERCHANT, version: null }] })
      const event = await stream.news()
      expect(event).toMatch(/^event: checkout\nid: 1\n/)
      const data = PageCheckout.parse(JSON.parse(event?.split('data: ')[1] ?? ''))
      expect(data).toMatchObject({ version: 1, ...changes })
    }
    await stream.cancel()
  })

  it('publishes every move of a frozen clock, even by seconds', async () => {
    const { open, become, announce } = openSession()
    const stream = await open()
    await begins(stream)
    for (const now of ['2026-11-20T18:41:56.000Z', '2026-11-20T18:42:00.000Z']) {
      become({ clockFrozen: true, now })
      await announce({ data: [{ topic: MERCHANT, version: null }] })
      expect(await stream.news()).toContain(now)
    }
    await stream.cancel()
  })

  it('publishes small clock moves that add up', async () => {
    const at = new Date('2026-11-20T18:42:00.000Z')
    const { open, become, announce, checkout } = openSession({ clock: () => at })
    const movedBy = (seconds: number) =>
      become({ now: new Date(at.getTime() + seconds * 1000).toISOString() })
    movedBy(0)
    const stream = await open()
    await begins(stream)
    for (const [reads, seconds] of [3, 6].entries()) {
      movedBy(seconds)
      await announce({ data: [{ topic: MERCHANT, version: null }] })
      await vi.waitFor(() => expect(checkout.read).toHaveBeenCalledTimes(2 + reads))
    }
    expect(await stream.news()).toContain('2026-11-20T18:42:06.000Z')
    await stream.cancel()
  })

  it('polls a session past its expiry, and one without change topics', async () => {
    vi.useFakeTimers()
    for (const now of [
      { expiresAt: '2026-11-20T16:42:10.000Z' },
      { topics: undefined },
    ] satisfies Partial<Checkout>[]) {
      const { get, become } = openSession()
      become(now)
      const stream = readerOf(await get(`${PATH}?afterVersion=1`))
      await begins(stream)
      become({ version: 2, status: 'expired', ...now })
      await vi.advanceTimersByTimeAsync(41_000)
      expect(await stream.news()).toContain('id: 2\n')
      await stream.cancel()
    }
    vi.useRealTimers()
  })
})
