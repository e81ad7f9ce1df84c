// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { act, screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openCheckout, pageCheckouts } from '#proof/testing/page-checkouts.ts'
import { renderPage } from '#proof/testing/render-page.tsx'

const LIMITED = { status: 429, problem: { code: 'rate_limited', requestId: 'req_1' } }
const UNAVAILABLE = { status: 503, problem: { code: 'payments_unavailable', requestId: 'req_1' } }
const IN_PROGRESS = { status: 409, problem: { code: 'payment_in_progress', requestId: 'req_1' } }

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
})

async function pass(seconds: number) {
  for (let second = 0; second < seconds; second++) {
    await act(() => vi.advanceTimersByTimeAsync(1_000))
  }
}

async function payByPix(user: UserEvent) {
  await user.click(screen.getByRole('radio', { name: 'Pix' }))
  await user.type(screen.getByLabelText('Email'), 'ana@example.com')
  await user.click(screen.getByRole('button', { name: 'Get Pix code' }))
}

describe('R-40: a payment whose response was lost', () => {
  it.each([
    ['rate_limited', LIMITED],
    ['payments_unavailable', UNAVAILABLE],
  ])('stays open when the next try is put off: %s', async (_, later) => {
    const { user, backend } = await renderPage(openCheckout)
    backend.answerWith('no-answer', later, later, pageCheckouts.pix)
    await payByPix(user)
    await pass(2)
    expect(screen.getByRole('heading', { name: 'We’re checking your payment' })).toBeVisible()
    expect(document.body).not.toHaveTextContent('You haven’t been charged')
    await pass(8)
    // The screen's chunk loads in real time, which is slow on a busy machine.
    const pix = { name: 'Pay with Pix' }
    expect(await screen.findByRole('heading', pix, { timeout: 20_000 })).toBeVisible()
  })

  it('is retried as soon as the browser is online', async () => {
    const { user, backend } = await renderPage(openCheckout)
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => void window.dispatchEvent(new Event('offline')))
    backend.answerWith('no-answer', pageCheckouts.pix)
    await payByPix(user)
    await pass(60)
    expect(screen.getByRole('heading', { name: 'We’re checking your payment' })).toBeVisible()
    expect(backend.posts()).toHaveLength(1)

    online.mockReturnValue(true)
    act(() => void window.dispatchEvent(new Event('online')))
    expect(await screen.findByRole('heading', { name: 'Pay with Pix' })).toBeVisible()
  })
})

describe('a submit while another tab pays', () => {
  it('shows the other payment, and no refusal afterwards', async () => {
    const { user, backend } = await renderPage(openCheckout)
    backend.answerWith(IN_PROGRESS)
    backend.become(pageCheckouts.pix)
    await payByPix(user)
    expect(await screen.findByRole('heading', { name: 'Pay with Pix' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Pay another way' }))
    expect(document.body).not.toHaveTextContent('That didn’t work')
    expect(document.body).not.toHaveTextContent('You haven’t been charged')
  })

  it("shows the checking screen while the other payment's outcome is unknown", async () => {
    const { user, backend } = await renderPage(openCheckout)
    backend.answerWith(IN_PROGRESS)
    backend.loseReads(true)
    await payByPix(user)
    expect(
      await screen.findByRole('heading', { name: 'We’re checking your payment' }),
    ).toBeVisible()
    backend.loseReads(false)
    backend.become(pageCheckouts.pix)
    await pass(4)
    expect(screen.getByRole('heading', { name: 'Pay with Pix' })).toBeVisible()
  })
})
