// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pageCheckouts } from '#proof/testing/page-checkouts.ts'
import { renderPage } from '#proof/testing/render-page.tsx'

/** A fake EventSource, driven by the test. */
class TestEventSource extends EventTarget {
  static opened: TestEventSource[] = []
  readonly url: string
  isClosed = false

  constructor(url: string) {
    super()
    this.url = url
    TestEventSource.opened.push(this)
  }

  close() {
    this.isClosed = true
  }

  send(type: string, data?: unknown) {
    act(() => void this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) })))
  }
}

const streams = TestEventSource.opened

beforeEach(() => {
  vi.stubGlobal('EventSource', TestEventSource)
  streams.length = 0
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the stream of events', () => {
  it('starts after the version of the page', async () => {
    await renderPage(pageCheckouts.pix)
    expect(streams.map(({ url }) => url)).toEqual([
      '/api/checkout/reference/events?locale=en&afterVersion=2',
    ])
  })

  it('updates the page at once', async () => {
    await renderPage(pageCheckouts.pix)
    streams[0]?.send('open')
    streams[0]?.send('checkout', { ...pageCheckouts.paid, version: 3 })
    expect(await screen.findByRole('heading', { name: 'Payment received' })).toHaveFocus()
  })

  it('S-62: a page from the back-forward cache refreshes, and a new one does not', async () => {
    const { backend } = await renderPage(pageCheckouts.pix)
    streams[0]?.send('open')
    backend.become({ ...pageCheckouts.paid, version: 3 })
    fireEvent(window, new PageTransitionEvent('pageshow', { persisted: false }))
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(screen.getByRole('heading', { name: 'Pay with Pix' })).toBeVisible()
    fireEvent(window, new PageTransitionEvent('pageshow', { persisted: true }))
    expect(await screen.findByRole('heading', { name: 'Payment received' })).toBeVisible()
  })

  it('moves the countdown with the test clock, and stops it when that is frozen', async () => {
    const { pix } = pageCheckouts
    const { backend } = await renderPage(pix)
    const expiresMs =
      pix.payment.action?.type === 'pix' ? Date.parse(pix.payment.action.expiresAt) : 0
    function leave(leftMs: number) {
      const moved = { ...pix, now: new Date(expiresMs - leftMs).toISOString(), clockFrozen: true }
      backend.become(moved)
      streams[0]?.send('checkout', moved)
    }
    leave(90_000)
    const timer = screen.getByRole('timer')
    await waitFor(() => expect(timer).toHaveTextContent('1:30'))
    await act(() => new Promise((resolve) => setTimeout(resolve, 1100)))
    expect(timer).toHaveTextContent('1:30')
    leave(0)
    await waitFor(() => expect(timer).toHaveTextContent('We’re checking'))
  })

  it('ignores malformed and outdated events', async () => {
    await renderPage(pageCheckouts.pix)
    streams[0]?.send('checkout', { version: 9 })
    streams[0]?.send('checkout', { ...pageCheckouts.open, version: 1 })
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(screen.getByRole('heading', { name: 'Pay with Pix' })).toBeVisible()
  })

  it('is closed when the server ends it, and when the session is final', async () => {
    await renderPage(pageCheckouts.pix)
    streams[0]?.send('checkout', { ...pageCheckouts.expired, payment: null, version: 3 })
    await waitFor(() => expect(streams[0]?.isClosed).toBe(true))
    await renderPage({ ...pageCheckouts.paid, paymentStatus: 'refunded' })
    expect(streams).toHaveLength(1)
  })

  it('delivers a refund after the end, but does not reconnect', async () => {
    await renderPage(pageCheckouts.pix)
    streams[0]?.send('open')
    streams[0]?.send('checkout', { ...pageCheckouts.paid, version: 3 })
    expect(await screen.findByRole('heading', { name: 'Payment received' })).toBeVisible()
    expect(streams[0]?.isClosed).toBe(false)
    const standing = { title: 'R$1.00 refunded', text: 'It goes back.', total: null, facts: [] }
    const refunded = { paymentStatus: 'partially_refunded', standing, version: 4 }
    streams[0]?.send('checkout', { ...pageCheckouts.paid, ...refunded })
    expect(await screen.findByRole('heading', { name: 'R$1.00 refunded' })).toBeVisible()
    expect(screen.getByText('It goes back.')).toHaveAttribute('aria-live', 'polite')
    streams[0]?.send('error')
    expect(streams.map(({ isClosed }) => isClosed)).toEqual([true])
  })

  it('is closed when it is broken at the end of the session', async () => {
    const { backend } = await renderPage(pageCheckouts.pix)
    streams[0]?.send('error')
    expect(streams[0]?.isClosed).toBe(false)
    backend.become({ ...pageCheckouts.paid, version: 3 })
    await waitFor(() => expect(streams[0]?.isClosed).toBe(true), { timeout: 3_000 })
  })

  it('reconnects when the browser is online again', async () => {
    await renderPage(pageCheckouts.pix)
    act(() => void window.dispatchEvent(new Event('online')))
    expect(streams.map(({ isClosed }) => isClosed)).toEqual([true, false])
  })

  it('R-41: reconnects after a long silence, and not while heartbeats arrive', async () => {
    await renderPage(pageCheckouts.pix)
    vi.useFakeTimers()
    streams[0]?.send('open')
    for (let seconds = 0; seconds < 100; seconds += 20) {
      streams[0]?.send('beat', {})
      await act(() => vi.advanceTimersByTimeAsync(20_000))
    }
    expect(streams).toHaveLength(1)
    await act(() => vi.advanceTimersByTimeAsync(31_000))
    expect(streams.map(({ isClosed }) => isClosed)).toEqual([true, false])
    vi.useRealTimers()
  })

  it('is closed while the page is hidden', async () => {
    await renderPage(pageCheckouts.pix)
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(streams.map(({ isClosed }) => isClosed)).toEqual([true])
    hidden.mockReturnValue(false)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(streams.map(({ isClosed }) => isClosed)).toEqual([true, false])
  })
})
