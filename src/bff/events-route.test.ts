import { describe, expect, it, vi } from 'vitest'
import { CheckoutConnectionError, CheckoutError } from '../client/index.ts'
import type { Checkout } from '../contract/checkout.ts'
import { PageCheckout } from '../contract/page.ts'
import { openBff, ORIGIN, useStandInBuild } from './bff.fixture.ts'
import { exampleCheckout, REFERENCE } from './checkout.fixture.ts'

useStandInBuild()

const PATH = `/api/checkout/${REFERENCE}/events`

/** Reads the next piece of a stream as text; `undefined` at its end. */
function readerOf(answer: Response) {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  return {
    next: async () => (await reader?.read())?.value,
    cancel: async () => reader?.cancel(),
  }
}

/** An API whose long poll answers when the test says so. */
function heldBack() {
  const waiting: ((checkout: Checkout | Error) => void)[] = []
  const read = (
    _reference: string,
    {
      waitSeconds = 0,
      signal,
    }: { waitSeconds?: number | undefined; signal?: AbortSignal | undefined } = {},
  ) =>
    waitSeconds === 0
      ? Promise.resolve(exampleCheckout())
      : new Promise<Checkout>((resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason))
          waiting.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)))
        })
  return {
    read,
    answer: async (checkout: Checkout | Error) => {
      await vi.waitFor(() => expect(waiting).not.toEqual([]), 10_000)
      waiting.shift()?.(checkout)
    },
  }
}

describe('GET /api/checkout/{reference}/events', () => {
  it('tells that the time has moved, under the same version', async () => {
    const { get, checkout } = openBff()
    const api = heldBack()
    checkout.read.mockImplementation(api.read)
    const stream = readerOf(await get(`${PATH}?afterVersion=1`))
    expect(await stream.next()).toContain('retry')
    expect(await stream.next()).toBe(': still here\n\n')
    const later = { now: '2026-11-20T18:42:07.311Z' }
    for (const changes of [{ clockFrozen: true }, { ...later, clockFrozen: true }, later]) {
      await api.answer(exampleCheckout(changes))
      const event = await stream.next()
      expect(event).toMatch(/^event: checkout\nid: 1\n/)
      const data = PageCheckout.parse(JSON.parse(event?.split('data: ')[1] ?? ''))
      expect(data).toMatchObject({ version: 1, ...changes })
    }
    await api.answer(exampleCheckout(later))
    expect(await stream.next()).toBe(': still here\n\n')
    await stream.cancel()
  })

  it('tells every change, and the end', async () => {
    const { get, checkout } = openBff()
    const api = heldBack()
    checkout.read.mockImplementation(api.read)
    const stream = readerOf(await get(`${PATH}?afterVersion=1&locale=pt-BR`))
    expect(await stream.next()).toBe('retry: 3000\n\n')
    expect(await stream.next()).toBe(': still here\n\n')

    await api.answer(exampleCheckout({ version: 2, paymentStatus: 'processing' }))
    const event = await stream.next()
    expect(event).toMatch(/^event: checkout\nid: 2\ndata: \{.*\}\n\n$/)
    const data = PageCheckout.parse(JSON.parse(event?.split('data: ')[1] ?? ''))
    expect(data).toMatchObject({ version: 2, amount: { text: 'R$\u00a0259,90' } })

    await api.answer(exampleCheckout({ version: 2 }))
    expect(await stream.next()).toBe(': still here\n\n')

    await api.answer(exampleCheckout({ version: 5, status: 'complete', paymentStatus: 'paid' }))
    expect(await stream.next()).toContain('id: 5\n')
    const refunded = { status: 'complete', paymentStatus: 'refunded' } as const
    await api.answer(exampleCheckout({ version: 6, ...refunded }))
    expect(await stream.next()).toContain('id: 6\n')
    expect(await stream.next()).toBe('event: end\ndata: {}\n\n')
    expect(await stream.next()).toBeUndefined()

    const polls = checkout.read.mock.calls.slice(1).map(([, options]) => options)
    expect(polls).toMatchObject([
      { afterVersion: 1, waitSeconds: 15 },
      { afterVersion: 2, waitSeconds: 15 },
      { afterVersion: 2, waitSeconds: 15 },
      { afterVersion: 5, waitSeconds: 15 },
    ])
  })

  it('begins with what the page does not know yet', async () => {
    const stream = readerOf(await openBff().get(PATH))
    expect(await stream.next()).toBe('retry: 3000\n\n')
    expect(await stream.next()).toContain('id: 1\n')
    await stream.cancel()
  })

  it('goes on behind the last event when the browser opens it again', async () => {
    const { get, checkout } = openBff()
    checkout.read.mockResolvedValue(exampleCheckout({ version: 7, status: 'expired' }))
    const again = await get(`${PATH}?afterVersion=1`, { 'last-event-id': '7' })
    expect(again.status).toBe(204)
  })

  it('stops asking when the shopper has left', async () => {
    const { get, checkout } = openBff()
    checkout.read.mockImplementation(heldBack().read)
    const stream = readerOf(await get(`${PATH}?afterVersion=1`))
    await vi.waitFor(() => expect(checkout.read).toHaveBeenCalledTimes(2))
    const signal = checkout.read.mock.calls[1]?.[1]?.signal
    expect(signal?.aborted).toBe(false)
    await stream.cancel()
    expect(signal?.aborted).toBe(true)
    expect(checkout.read).toHaveBeenCalledTimes(2)
  })

  it('ends with the request and with the process', async () => {
    const { bff, checkout } = openBff()
    checkout.read.mockImplementation(heldBack().read)
    const leaving = new AbortController()
    const open = async (init: RequestInit = {}) =>
      readerOf(await bff.fetch(new Request(`${ORIGIN}${PATH}?afterVersion=1`, init)))
    const [left, kept] = [await open({ signal: leaving.signal }), await open()]
    for (const stream of [left, kept]) {
      await stream.next()
      await stream.next()
    }
    leaving.abort()
    expect(await left.next()).toBeUndefined()
    bff.close()
    expect(await kept.next()).toBeUndefined()
  })

  it('survives an API that is away for a moment, and gives up after a while', async () => {
    vi.useFakeTimers()
    const { get, checkout } = openBff()
    checkout.read.mockResolvedValueOnce(exampleCheckout())
    checkout.read.mockRejectedValue(new CheckoutConnectionError('unreachable', 'No answer.'))
    const stream = readerOf(await get(`${PATH}?afterVersion=1`))
    await vi.advanceTimersByTimeAsync(20_000)
    const said: (string | undefined)[] = []
    do said.push(await stream.next())
    while (said.at(-1) !== undefined)
    expect(said).toEqual(['retry: 3000\n\n', ...Array(6).fill(': still here\n\n'), undefined])
    vi.useRealTimers()
  })

  it('does not ask without end when the answers come at once and say nothing new', async () => {
    vi.useFakeTimers()
    const { get, checkout } = openBff()
    checkout.read.mockResolvedValue(exampleCheckout())
    const { body } = await get(`${PATH}?afterVersion=1`)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(checkout.read.mock.calls.length).toBeLessThanOrEqual(7)
    await body?.cancel()
    vi.useRealTimers()
  })

  it('lives ten minutes', async () => {
    let now = new Date('2026-11-20T16:42:00.000Z')
    const { get, checkout } = openBff({ clock: () => now })
    checkout.read.mockImplementation(async () => {
      now = new Date(now.getTime() + 61_000)
      return exampleCheckout({ now: now.toISOString() })
    })
    const answer = await get(`${PATH}?afterVersion=1`)
    expect((await answer.text()).match(/still here/g)).toHaveLength(11)
  })

  it('refuses the seventh stream of a session until one of them ends', async () => {
    const { get, checkout } = openBff()
    checkout.read.mockImplementation(heldBack().read)
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

  it('keeps no place for a session that has ended', async () => {
    const { get, checkout } = openBff()
    checkout.read.mockResolvedValue(exampleCheckout({ status: 'canceled' }))
    for (let count = 0; count < 10; count++) {
      expect((await get(`${PATH}?afterVersion=1`)).status).toBe(204)
    }
  })

  it('keeps no place for a session that there is not', async () => {
    const { get, checkout } = openBff()
    const told = { detail: '', requestId: 'req_1', errors: [], retryAfterSeconds: null }
    checkout.read.mockRejectedValue(new CheckoutError({ status: 404, code: 'not_found', ...told }))
    for (let count = 0; count < 10; count++) expect((await get(PATH)).status).toBe(404)
  })
})
