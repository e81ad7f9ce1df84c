// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SEALED } from '../../proof/testing/card-frame.ts'
import { openCheckout, pageCheckouts } from '../../proof/testing/page-checkouts.ts'
import { renderPage } from '../../proof/testing/render-page.tsx'

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

async function payByCard({ user, card }: Awaited<ReturnType<typeof renderPage>>) {
  card.type()
  await user.type(screen.getByLabelText('Email'), 'ana@example.com')
  await user.click(screen.getByRole('button', { name: /^Pay/ }))
}

async function payByPix(user: UserEvent) {
  await user.click(screen.getByRole('radio', { name: 'Pix' }))
  await user.type(screen.getByLabelText('Email'), 'ana@example.com')
  await user.click(screen.getByRole('button', { name: /^Pay/ }))
}

describe('paying by card', () => {
  it('sends the card encrypted, and shows the receipt', async () => {
    const page = await renderPage(openCheckout)
    const { backend } = page
    backend.answerWith(pageCheckouts.paid)
    await payByCard(page)

    expect(await screen.findByRole('heading', { name: 'Payment received' })).toHaveFocus()
    expect(screen.getByText('Visa ending in 4242')).toBeVisible()
    const [post] = backend.posts()
    expect(post?.body).toEqual({
      method: 'card',
      card: SEALED,
      installments: 1,
      customer: { email: 'ana@example.com' },
    })
    expect(post?.headers.get('x-checkout')).toBe('1')
  })

  it('keeps everything but the security code after a decline', async () => {
    const page = await renderPage(openCheckout)
    const frame = screen.getByTitle('Card details')
    page.backend.answerWith(pageCheckouts.declined)
    await payByCard(page)

    const notice = await screen.findByText('Your bank declined this card')
    expect(notice.closest('[role=alert]')).toHaveFocus()
    expect(notice.closest('[role=alert]')).toHaveTextContent('No money has been taken.')
    expect(screen.getByTitle('Card details')).toBe(frame)
    expect(screen.getByLabelText('Email')).toHaveValue('ana@example.com')
    await waitFor(() =>
      expect(page.card.asked).toEqual([
        { type: 'seal', id: 1 },
        { type: 'forget-code' },
        { type: 'show', faults: { 'card-code': 'again' } },
      ]),
    )
  })

  it('redirects to the bank for a challenge, once', async () => {
    const page = await renderPage(openCheckout)
    page.backend.answerWith(pageCheckouts.challenge)
    await payByCard(page)
    await screen.findByRole('heading', { name: 'Confirm with your bank' })
    expect(page.leaveFor.mock.calls).toEqual([['https://bank.example/challenge/1']])
  })

  it('requests the result when the shopper returns from the bank', async () => {
    const { backend } = await renderPage(pageCheckouts.challenge, {
      search: '?from=challenge',
      answers: [pageCheckouts.paid],
    })
    expect(screen.getByRole('heading', { name: 'We are checking your payment' })).toBeVisible()
    await screen.findByRole('heading', { name: 'Payment received' })
    expect(backend.posts().map(({ path }) => path)).toEqual([
      '/api/checkout/reference/payments/pay_0Tq4mFhZ7Rk2vXw9sLd3Ye/action?locale=en',
    ])
  })
})

describe('a lost response', () => {
  it('is not shown as a failure, and is retried with the same idempotency key', async () => {
    const page = await renderPage(openCheckout)
    const { backend } = page
    backend.answerWith('no-answer', 'no-answer', pageCheckouts.paid)
    await payByCard(page)

    expect(
      await screen.findByRole('heading', { name: 'We are checking your payment' }),
    ).toBeVisible()
    expect(document.body).toHaveTextContent('Do not pay again.')
    expect(document.body).not.toHaveTextContent('No money has been taken')
    await pass(4)
    expect(screen.getByRole('heading', { name: 'Payment received' })).toBeVisible()

    const keys = new Set(backend.posts().map(({ headers }) => headers.get('idempotency-key')))
    const bodies = new Set(backend.posts().map(({ body }) => JSON.stringify(body)))
    expect([backend.posts().length, keys.size, bodies.size]).toEqual([3, 1, 1])
  })

  it('is awaited while the processor does not answer', async () => {
    const { backend } = await renderPage(pageCheckouts.checking)
    expect(screen.getByRole('heading', { name: 'We are checking your payment' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
    backend.become({ ...pageCheckouts.paid, version: 3 })
    await pass(3)
    expect(screen.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  })
})

describe('a payment request in flight', () => {
  it('keeps the form, with a disabled button', async () => {
    const { user, backend } = await renderPage(openCheckout)
    const answer = backend.hold()
    backend.become(pageCheckouts.checking)
    await payByPix(user)
    await pass(4)
    expect(screen.getByRole('button', { name: 'Paying…' })).toBeDisabled()
    answer(pageCheckouts.pix)
    expect(await screen.findByRole('heading', { name: 'Pay with Pix' })).toBeVisible()
  })
})

describe('a refusal', () => {
  it("shows the session's new state", async () => {
    const { user, backend } = await renderPage(openCheckout)
    backend.answerWith({ status: 409, problem: { code: 'already_paid', requestId: 'req_1' } })
    backend.become(pageCheckouts.paid)
    await payByPix(user)
    expect(await screen.findByRole('heading', { name: 'Payment received' })).toBeVisible()
  })

  it('marks the refused fields', async () => {
    const { user, backend } = await renderPage(openCheckout)
    backend.answerWith({
      status: 422,
      problem: {
        code: 'validation_failed',
        requestId: 'req_1',
        errors: [{ path: 'customer.email', code: 'invalid', message: '' }],
      },
    })
    await payByPix(user)
    await screen.findByText('Something is missing')
    expect(screen.getByLabelText('Email')).toHaveAttribute('aria-invalid', 'true')
    expect(screen.getByLabelText('Email')).toHaveValue('ana@example.com')
  })

  it('shows the cool-down of cards, and suggests other methods', async () => {
    const later = {
      status: 429,
      problem: { code: 'rate_limited', requestId: 'req_1', retryAfterSeconds: 841 },
    }
    const { user, backend } = await renderPage(openCheckout)
    backend.answerWith(later)
    await payByPix(user)
    await screen.findByText('Too many attempts')
    const text =
      'No money has been taken. You can try a card again in 15 minutes. Or choose another way to pay now.'
    expect(screen.getByText(text)).toBeVisible()
  })

  it('R-48: states that no money was taken while the circuit breaker is open, and does not wait', async () => {
    const unavailable = {
      status: 503,
      problem: { code: 'payments_unavailable', requestId: 'req_1', retryAfterSeconds: 10 },
    }
    const { user, backend } = await renderPage(openCheckout)
    backend.answerWith(unavailable, pageCheckouts.pix)
    await payByPix(user)
    await screen.findByText('This way to pay does not work right now')
    const text =
      'No money has been taken. Wait a minute, then try again. Or choose another way to pay now.'
    expect(screen.getByText(text)).toBeVisible()
    expect(screen.getByLabelText('Email')).toHaveValue('ana@example.com')
    await user.click(screen.getByRole('button', { name: /^Pay/ }))
    await screen.findByRole('heading', { name: 'Pay with Pix' })
    expect(backend.posts()).toHaveLength(2)
  })

  it('uses a new idempotency key for a new submission', async () => {
    const { user, backend } = await renderPage(openCheckout)
    backend.answerWith(
      { status: 429, problem: { code: 'rate_limited', requestId: 'req_1' } },
      pageCheckouts.pix,
    )
    await payByPix(user)
    await screen.findByText('Too many requests from this device')
    await user.click(screen.getByRole('button', { name: /^Pay/ }))
    await screen.findByRole('heading', { name: 'Pay with Pix' })
    expect(new Set(backend.posts().map(({ headers }) => headers.get('idempotency-key'))).size).toBe(
      2,
    )
  })
})

describe('the remaining attempts', () => {
  it('are counted down', async () => {
    await renderPage({ ...pageCheckouts.declined, attemptsLeft: 1 })
    expect(screen.getByText('You can try 1 more time.')).toBeVisible()
  })

  it('hide the form when there are none', async () => {
    await renderPage({ ...pageCheckouts.declined, attemptsLeft: 0 })
    expect(screen.getByRole('heading', { name: 'Too many attempts' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
    const main = within(screen.getByRole('main'))
    expect(main.getByRole('link', { name: 'Back to Norte Livros' })).toBeVisible()
  })
})

describe('Pix', () => {
  it("shows the code, copies it, and counts down by the server's clock", async () => {
    const { user } = await renderPage(pageCheckouts.pix)
    expect(screen.getByRole('img', { name: 'Pix QR code' })).toBeVisible()
    expect(screen.getByRole('timer')).toHaveTextContent('Waiting for your payment, 29:41 left')
    await user.click(screen.getByRole('button', { name: 'Copy Pix code' }))
    expect(await navigator.clipboard.readText()).toMatch(/^00020126580014br\.gov\.bcb\.pix/)
    expect(screen.getByRole('button', { name: 'Copied' })).toBeVisible()
    await pass(61)
    expect(screen.getByRole('timer')).toHaveTextContent('28:')
  })

  it('is selected, with instructions, when the clipboard is blocked', async () => {
    const { user } = await renderPage(pageCheckouts.pix)
    const refusal = new DOMException('no press of the shopper', 'NotAllowedError')
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(refusal)
    await user.click(screen.getByRole('button', { name: 'Copy Pix code' }))

    const words = await screen.findByText(/^Your browser did not copy it/)
    expect(words).toBeVisible()
    expect(words.closest('[role=status], output')).not.toBeNull()
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Pix code' })
    expect(field).toHaveFocus()
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length])

    await user.click(screen.getByRole('button', { name: 'Copy Pix code' }))
    expect(screen.getByRole('button', { name: 'Copied' })).toBeVisible()
    expect(screen.queryByText(/^Your browser did not copy it/)).toBeNull()
  })

  it('is replaced by the receipt automatically', async () => {
    const { backend } = await renderPage(pageCheckouts.pix)
    backend.become({ ...pageCheckouts.paid, version: 3 })
    await pass(3)
    expect(screen.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  })

  it('ignores an older state', async () => {
    const { backend } = await renderPage(pageCheckouts.pix)
    backend.become({ ...openCheckout, version: 1 })
    await pass(3)
    expect(screen.getByRole('heading', { name: 'Pay with Pix' })).toBeVisible()
  })

  it('can be left for another method, and the next payment replaces it', async () => {
    const { user, backend } = await renderPage(pageCheckouts.pix)
    backend.answerWith({ ...pageCheckouts.boleto, version: 3 })
    await user.click(screen.getByRole('button', { name: 'Pay another way' }))
    expect(screen.getByRole('heading', { name: 'Pay with' })).toHaveFocus()
    expect(screen.getByRole('button', { name: 'Return to the Pix code' })).toBeVisible()
    await payByPix(user)
    expect(backend.posts()[0]?.body).toEqual({
      method: 'pix',
      customer: { email: 'ana@example.com' },
      replacePaymentId: pageCheckouts.pix.payment.id,
    })
  })
})

describe('the return to the merchant after a payment', () => {
  async function paid(checkout: Partial<typeof pageCheckouts.paid>) {
    const page = await renderPage(openCheckout)
    page.backend.answerWith({ ...pageCheckouts.paid, ...checkout })
    await payByPix(page.user)
    await screen.findByRole('heading', { name: 'Payment received' })
    return page
  }

  it('counts down ten seconds once the merchant was notified, then redirects', async () => {
    const { leaveFor } = await paid({ merchantNotified: true })
    expect(screen.getByText(/You will be taken there in \d+ seconds/)).toBeVisible()
    await pass(8)
    expect(leaveFor).not.toHaveBeenCalled()
    await pass(3)
    expect(leaveFor.mock.calls).toEqual([[pageCheckouts.paid.successUrl]])
  })

  it("waits up to ten seconds for the merchant's notification", async () => {
    const { leaveFor } = await paid({ merchantNotified: false })
    expect(screen.queryByText(/You will be taken there/)).toBeNull()
    await pass(11)
    await waitFor(() => expect(screen.getByText(/You will be taken there/)).toBeVisible())
    expect(leaveFor).not.toHaveBeenCalled()
  })

  it('can be stopped', async () => {
    const { user, leaveFor } = await paid({ merchantNotified: true })
    await user.click(screen.getByRole('button', { name: 'Stay here' }))
    await pass(30)
    expect(leaveFor).not.toHaveBeenCalled()
    expect(screen.getByRole('link', { name: 'Back to Norte Livros' })).toHaveAttribute(
      'href',
      pageCheckouts.paid.successUrl,
    )
  })

  it('is only a link for an order that was already paid', async () => {
    const { leaveFor } = await renderPage(pageCheckouts.paid)
    expect(screen.getByRole('heading', { name: 'This order is already paid' })).toBeVisible()
    await pass(30)
    expect(leaveFor).not.toHaveBeenCalled()
  })

  it("states the receipt's e-mail address, if it is sent", async () => {
    await paid({ receiptEmail: 'm***@example.com' })
    expect(screen.getByText('We send the receipt to m***@example.com.')).toBeVisible()
  })

  it('mentions no e-mail if none is sent', async () => {
    await paid({ receiptEmail: null })
    expect(screen.queryByText(/We send/)).toBeNull()
  })
})
