import { describe, expect, it, vi } from 'vitest'
import { CheckoutConnectionError, CheckoutError } from '#client/index.ts'
import type { Checkout } from '#contract/checkout.ts'
import { PageCheckout } from '#contract/page.ts'
import { openBff, ORIGIN, useStandInBuild } from '#proof/testing/page/bff.fixture.ts'
import { exampleCheckout, REFERENCE } from '#proof/testing/page/checkout.fixture.ts'
import {
  BEGINNING,
  begins,
  openSession,
  PATH,
  readerOf,
  SESSION,
} from '#proof/testing/page/events.fixture.ts'

useStandInBuild()

const END = 'event: end\ndata: {}\n\n'

describe('GET /api/checkout/{reference}/events', () => {
  it('streams every change, and the end', async () => {
    const { open, change, checkout } = openSession()
    const stream = await open('?afterVersion=1&locale=pt-BR')
    await begins(stream)

    await change({ version: 2, paymentStatus: 'processing' })
    const event = await stream.news()
    expect(event).toMatch(/^event: checkout\nid: 2\ndata: \{.*\}\n\n$/)
    const data = PageCheckout.parse(JSON.parse(event?.split('data: ')[1] ?? ''))
    expect(data).toMatchObject({ version: 2, amount: { text: 'R$\u00a0259,90' } })

    await change({ version: 5, status: 'complete', paymentStatus: 'paid' })
    expect(await stream.news()).toContain('id: 5\n')
    await change({ version: 6, paymentStatus: 'refunded' })
    expect(await stream.news()).toContain('id: 6\n')
    expect(await stream.news()).toBe(END)
    expect(await stream.news()).toBeUndefined()
    expect(checkout.read).toHaveBeenCalledTimes(4)
  })

  it('R-41: reads a changed session once for all its streams, and no other session', async () => {
    const { open, change, announce, checkout } = openSession()
    const streams = [await open(), await open(), await open()]
    for (const stream of streams) await begins(stream)
    await announce({
      data: [
        { topic: 'cs_other', version: 3 },
        { topic: SESSION, version: 1 },
      ],
    })
    expect(checkout.read).toHaveBeenCalledTimes(3)
    await change({ version: 2 })
    for (const stream of streams) expect(await stream.news()).toContain('id: 2\n')
    expect(checkout.read).toHaveBeenCalledTimes(4)
    const asked = checkout.changes.mock.calls.map(([options]) => options?.waitSeconds)
    expect(asked.filter((seconds) => seconds === undefined)).toHaveLength(1)
    for (const stream of streams) await stream.cancel()
  })

  it('S-118: 429 with Retry-After for the 201st stream of one network; other networks are served', async () => {
    const { bff } = openSession()
    const from = async (address: string, number: number) =>
      bff.fetch(
        new Request(
          `${ORIGIN}/api/checkout/${String(number).padStart(REFERENCE.length, '0')}/events`,
        ),
        { address },
      )
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, number) => from('189.6.0.1', number)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const refused = await from('189.6.0.1', 200)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const other = await from('189.6.0.2', 200)
    expect(other.status).toBe(200)
    for (const { body } of [...answers, other]) await body?.cancel()
    const again = await from('189.6.0.1', 200)
    expect(again.status).toBe(200)
    await again.body?.cancel()
  })

  it('rereads until it has the announced version', async () => {
    const { open, become, announce, checkout } = openSession()
    const stream = await open()
    await begins(stream)
    checkout.read.mockRejectedValueOnce(new CheckoutConnectionError('unreachable', 'No answer.'))
    become({ version: 2 })
    await announce({ data: [{ topic: SESSION, version: 2 }] })
    expect(await stream.news()).toContain('id: 2\n')
    await stream.cancel()
  })

  it('loses no change during the first read', async () => {
    const { open, checkout, become, announce } = openSession()
    const first = await open()
    await begins(first)
    const old = exampleCheckout({ topics: ['cs_2'] })
    const { promise: held, resolve: answer } = Promise.withResolvers<Checkout>()
    checkout.read.mockImplementationOnce(() => held)
    const opening = open()
    await vi.waitFor(() => expect(checkout.read).toHaveBeenCalledTimes(2))
    become({ version: 2, topics: ['cs_2'] })
    await announce({ data: [{ topic: 'cs_2', version: 2 }] })
    // The change is processed before the next call.
    await vi.waitFor(() => expect(checkout.changes).toHaveBeenCalledTimes(3), 10_000)
    answer(old)
    const second = await opening
    await begins(second)
    expect(await second.news()).toContain('id: 2\n')
    await first.cancel()
    await second.cancel()
  })

  it('rereads every session after a gap in the changes', async () => {
    const { open, become, announce } = openSession()
    const stream = await open()
    await begins(stream)
    become({ version: 2 })
    await announce({ complete: false })
    expect(await stream.news()).toContain('id: 2\n')
    await stream.cancel()
  })

  it('starts with the version that the page lacks', async () => {
    const stream = await openSession().open('')
    expect(await stream.next()).toBe(BEGINNING)
    expect(await stream.news()).toContain('id: 1\n')
    await stream.cancel()
  })

  it('resumes after `Last-Event-ID`', async () => {
    const { get, become } = openSession()
    become({ version: 7, status: 'expired' })
    const again = await get(`${PATH}?afterVersion=1`, { 'last-event-id': '7' })
    expect(again.status).toBe(204)
  })

  it('stops polling without streams', async () => {
    const { open, checkout } = openSession()
    const [one, other] = [await open(), await open()]
    await vi.waitFor(() => expect(checkout.changes).toHaveBeenCalledTimes(2))
    const signal = checkout.changes.mock.calls[1]?.[0]?.signal
    await one.cancel()
    expect(signal?.aborted).toBe(false)
    await other.cancel()
    expect(signal?.aborted).toBe(true)
    expect(checkout.changes).toHaveBeenCalledTimes(2)
  })

  it('ends with the request and with the process', async () => {
    const { bff } = openSession()
    const leaving = new AbortController()
    const open = async (init: RequestInit = {}) =>
      readerOf(await bff.fetch(new Request(`${ORIGIN}${PATH}?afterVersion=1`, init)))
    const [left, kept] = [await open({ signal: leaving.signal }), await open()]
    await begins(left)
    await begins(kept)
    leaving.abort()
    expect(await left.news()).toBeUndefined()
    bff.close()
    expect(await kept.news()).toBeUndefined()
    expect(await (await open()).next()).toBeDefined()
  })

  it('survives a short outage of the API, and gives up after a long one', async () => {
    vi.useFakeTimers()
    const { get, checkout, announce, change } = openSession()
    const stream = readerOf(await get(`${PATH}?afterVersion=1`))
    await begins(stream)
    await announce(new CheckoutConnectionError('unreachable', 'No answer.'))
    await vi.advanceTimersByTimeAsync(2000)
    await change({ version: 2 })
    await vi.advanceTimersByTimeAsync(0)
    expect(await stream.news()).toContain('id: 2\n')
    checkout.changes.mockRejectedValue(new CheckoutConnectionError('unreachable', 'No answer.'))
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await stream.news()).toBeUndefined()
    vi.useRealTimers()
  })

  it('pauses between empty responses that come at once', async () => {
    vi.useFakeTimers()
    const { get, checkout } = openSession()
    checkout.changes.mockResolvedValue({ object: 'list', data: [], cursor: '1', complete: true })
    const { body } = await get(`${PATH}?afterVersion=1`)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(checkout.changes.mock.calls.length).toBeLessThanOrEqual(8)
    await body?.cancel()
    vi.useRealTimers()
  })

  it('sends heartbeats, and ends after about half an hour', async () => {
    vi.useFakeTimers()
    const answer = await openSession().get(`${PATH}?afterVersion=1`)
    const text = answer.text()
    await vi.advanceTimersByTimeAsync(40 * 60_000)
    const beats = (await text).match(/event: beat/g)
    expect(beats?.length).toBeGreaterThan(79)
    expect(beats?.length).toBeLessThan(103)
    vi.useRealTimers()
  })

  it('ends a stream whose reader has stalled', async () => {
    vi.useFakeTimers()
    const answer = await openSession().get(`${PATH}?afterVersion=1`)
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    expect((await answer.text()).match(/event: beat/g)?.length).toBeLessThan(12)
    vi.useRealTimers()
  })

  it('refuses the seventh stream of a session until one of them ends', async () => {
    const { get } = openSession()
    const streams = []
    for (let count = 0; count < 6; count++) streams.push(readerOf(await get(PATH)))
    const refused = await get(PATH)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('30')
    await streams[0]?.cancel()
    await vi.waitFor(async () => {
      const again = await get(PATH)
      expect(again.status).toBe(200)
      await again.body?.cancel()
    })
    for (const stream of streams.slice(1)) await stream.cancel()
  })

  it('holds no permit for a session that has ended', async () => {
    const { get, checkout } = openBff()
    checkout.read.mockResolvedValue(exampleCheckout({ status: 'canceled' }))
    for (let count = 0; count < 10; count++) {
      expect((await get(`${PATH}?afterVersion=1`)).status).toBe(204)
    }
  })

  it('holds no permit for an unknown session', async () => {
    const { get, checkout } = openBff()
    const rest = { detail: '', requestId: 'req_1', errors: [], retryAfterSeconds: null }
    checkout.read.mockRejectedValue(new CheckoutError({ status: 404, code: 'not_found', ...rest }))
    for (let count = 0; count < 10; count++) expect((await get(PATH)).status).toBe(404)
  })
})
