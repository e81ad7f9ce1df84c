// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PageCheckout } from '#contract/page.ts'
import { openCheckout, pageCheckouts } from '#proof/testing/page-checkouts.ts'
import { renderPage } from '#proof/testing/render-page.tsx'

const URL_OF_BANK = 'https://bank.example/challenge/1'
const ACTION_PATH = '/api/checkout/reference/payments/pay_0Tq4mFhZ7Rk2vXw9sLd3Ye/action?locale=en'
const frame = { open: 'Open your bank’s page', close: 'Close' }

const { payment } = pageCheckouts.challenge
const framed: PageCheckout = {
  ...pageCheckouts.challenge,
  payment: {
    ...payment,
    action: {
      type: 'challenge',
      url: URL_OF_BANK,
      texts: {
        title: 'Confirm with your bank',
        text: 'Your bank needs to confirm it’s you.',
        button: 'Continue to your bank',
      },
      frame,
    },
  },
}
const failed: PageCheckout = {
  ...framed,
  version: 3,
  payment: {
    ...payment,
    status: 'failed',
    declineCode: 'authentication_failed',
    decline: { title: 'Your bank couldn’t confirm it’s you', text: 'Try again.' },
    retryable: true,
    action: null,
  },
}

/** Adds the members that browsers with credentialless frames have, and jsdom lacks. */
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  Object.defineProperty(HTMLIFrameElement.prototype, 'credentialless', {
    configurable: true,
    value: false,
  })
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    if (!this.open) return
    this.open = false
    this.dispatchEvent(new Event('close'))
  }
})
afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(HTMLIFrameElement.prototype, 'credentialless')
  Reflect.deleteProperty(HTMLDialogElement.prototype, 'showModal')
  Reflect.deleteProperty(HTMLDialogElement.prototype, 'close')
})

async function payInto(next: PageCheckout) {
  const page = await renderPage(openCheckout)
  page.backend.answerWith(next)
  page.card.type()
  await page.user.type(screen.getByLabelText('Email'), 'ana@example.com')
  await page.user.click(screen.getByRole('button', { name: /^Pay/ }))
  return page
}

const bankFrame = () =>
  screen.getByRole('dialog').querySelector('iframe') ?? expect.fail('the dialog has no frame')

/**
 * Simulates the load event of the frame, with our document at `path`, or with a cross-origin document when `path` is
 * `null`.
 */
function load(path: string | null) {
  const contentDocument = path === null ? null : { location: { pathname: path } }
  Object.defineProperty(bankFrame(), 'contentDocument', {
    configurable: true,
    value: contentDocument,
  })
  fireEvent.load(bankFrame())
}

describe('a challenge whose processor lists its frames', () => {
  it('is shown over the page, which is not left', async () => {
    const { leaveFor } = await payInto(framed)
    const dialog = await screen.findByRole('dialog', { name: 'Confirm with your bank' })
    expect(dialog).toHaveAttribute('open')
    expect(bankFrame()).toHaveAttribute('src', URL_OF_BANK)
    expect(bankFrame()).toHaveAttribute('credentialless', '')
    expect(bankFrame()).toHaveAttribute('sandbox', 'allow-forms allow-same-origin allow-scripts')
    expect(dialog).toContainElement(document.activeElement as HTMLElement)
    expect(leaveFor).not.toHaveBeenCalled()
  })

  it('leaves the page where the browser has no credentialless frames', async () => {
    Reflect.deleteProperty(HTMLIFrameElement.prototype, 'credentialless')
    const { backend, leaveFor } = await payInto(framed)
    await screen.findByRole('heading', { name: 'Confirm with your bank' })
    backend.become({ ...framed, version: 3 })
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(leaveFor.mock.calls).toEqual([[URL_OF_BANK]])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('asks for the result once the bank has sent the frame back', async () => {
    const { backend } = await payInto(framed)
    await screen.findByRole('dialog')
    load(null)
    load('/c/reference')
    expect(backend.posts()).toHaveLength(1)
    backend.answerWith(pageCheckouts.paid)
    load('/c/reference/challenge-return')
    expect(await screen.findByRole('heading', { name: 'Payment received' })).toHaveFocus()
    expect(backend.posts().at(-1)?.path).toBe(ACTION_PATH)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('is not opened again by itself when the bank sent the frame back undecided', async () => {
    const { backend } = await payInto(framed)
    await screen.findByRole('dialog')
    backend.answerWith(framed)
    load('/c/reference/challenge-return')
    await waitFor(() => expect(backend.posts()).toHaveLength(2))
    await screen.findByRole('link', { name: 'Continue to your bank' })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(backend.posts()).toHaveLength(2)
  })

  it('closes by itself once it is decided, and keeps the form and its card', async () => {
    const { backend, card } = await payInto(framed)
    const cardFrame = screen.getByTitle('Card details')
    await screen.findByRole('dialog')
    backend.become(failed)
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(await screen.findByText('Your bank couldn’t confirm it’s you')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByText(/Enter your card details again/)).toBeNull()
    expect(screen.getByTitle('Card details')).toBe(cardFrame)
    expect(screen.getByLabelText('Email')).toHaveValue('ana@example.com')
    await waitFor(() =>
      expect(card.asked.at(-1)).toEqual({ type: 'show', faults: { 'card-code': 'again' } }),
    )
  })

  it('offers the page of the bank after ten seconds, loaded or not', async () => {
    await payInto(framed)
    await screen.findByRole('dialog')
    load(null)
    expect(screen.queryByRole('link', { name: frame.open })).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(screen.getByRole('link', { name: frame.open })).toHaveAttribute('href', URL_OF_BANK)
  })

  it('keeps the frame when it is closed, and shows it again', async () => {
    const { user } = await payInto(framed)
    const dialog = await screen.findByRole('dialog')
    const loaded = bankFrame()
    await user.click(screen.getByRole('button', { name: frame.close }))
    expect(dialog).not.toHaveAttribute('open')
    await user.click(screen.getByRole('link', { name: 'Continue to your bank' }))
    expect(dialog).toHaveAttribute('open')
    expect(bankFrame()).toBe(loaded)
  })

  it('opens by a press only where it was not begun, and its card is entered again', async () => {
    const { backend, user } = await renderPage(framed)
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(screen.getByRole('link', { name: 'Continue to your bank' }))
    expect(screen.getByRole('dialog')).toHaveAttribute('open')
    backend.become(failed)
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    const notice = await screen.findByText('Your bank couldn’t confirm it’s you')
    expect(notice.closest('[role=alert]')).toHaveTextContent('Enter your card details again.')
  })
})
