// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SEALED, sealRequest } from '#proof/testing/card-frame.ts'
import { openCheckout, pageCheckouts } from '#proof/testing/page-checkouts.ts'
import { renderPage } from '#proof/testing/render-page.tsx'

/** Why the sample payment was declined, in the language of its page. */
const DECLINED = pageCheckouts.declined.payment?.decline?.title ?? 'no decline'

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
  await user.click(screen.getByRole('button', { name: 'Get Pix code' }))
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
      browser: expect.any(Object),
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

    const notice = await screen.findByText(DECLINED)
    expect(notice.closest('[role=alert]')).toHaveFocus()
    expect(notice.closest('[role=alert]')).toHaveTextContent('You haven’t been charged.')
    expect(screen.getByTitle('Card details')).toBe(frame)
    expect(screen.getByLabelText('Email')).toHaveValue('ana@example.com')
    await waitFor(() =>
      expect(page.card.asked).toEqual([
        sealRequest(1),
        { type: 'paying' },
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
    expect(screen.getByRole('heading', { name: 'We’re checking your payment' })).toBeVisible()
    await screen.findByRole('heading', { name: 'Payment received' })
    expect(backend.posts().map(({ path }) => path)).toEqual([
      '/api/checkout/reference/payments/pay_0Tq4mFhZ7Rk2vXw9sLd3Ye/action?locale=en',
    ])
  })
})

describe('a card that was refused after a challenge', () => {
  it('is entered again, since the page was left', async () => {
    await renderPage(pageCheckouts.declined, { search: '?from=challenge' })
    const notice = screen.getByText(DECLINED).closest('[role=alert]')
    expect(notice).toHaveTextContent('Enter your card details again.')
  })

  it('is entered again only for that payment', async () => {
    const page = await renderPage(pageCheckouts.declined, { search: '?from=challenge' })
    const { payment } = pageCheckouts.declined
    const next = payment && { ...payment, id: 'pay_0Tq4mFhZ7Rk2vXw9sLd3Yf' }
    page.backend.answerWith({ ...pageCheckouts.declined, payment: next })
    await payByCard(page)
    await waitFor(() => expect(page.backend.posts()).toHaveLength(1))
    await waitFor(() => expect(screen.queryByText(/Enter your card details again/)).toBeNull())
    expect(screen.getByText(DECLINED)).toBeVisible()
  })
})

describe('S-111: an expired envelope', () => {
  const expired = {
    status: 409,
    problem: { code: 'seal_expired', requestId: 'req_1' },
  }

  it('is sealed again for the same payment, without the shopper', async () => {
    const page = await renderPage(openCheckout)
    page.backend.answerWith(expired, pageCheckouts.paid)
    await payByCard(page)

    expect(await screen.findByRole('heading', { name: 'Payment received' })).toBeVisible()
    const keys = new Set(page.backend.posts().map(({ headers }) => headers.get('idempotency-key')))
    expect([page.backend.posts().length, keys.size]).toEqual([2, 1])
    const sealed = page.card.asked.filter((message) => message.type === 'seal')
    expect(sealed).toEqual(
      [1, 2].map((id) => ({ ...sealRequest(id), idempotencyKey: [...keys][0] })),
    )
  })

  it('that expires twice is told, and the card fields are loaded anew', async () => {
    const page = await renderPage(openCheckout)
    const frame = screen.getByTitle('Card details')
    page.backend.answerWith(expired, expired)
    await payByCard(page)

    expect(await screen.findByText(/You haven’t been charged\./)).toBeVisible()
    expect(page.backend.posts()).toHaveLength(2)
    await waitFor(() => expect(screen.getByTitle('Card details')).not.toBe(frame))
  })

  it('is not sealed again when the frame has nothing to seal', async () => {
    const page = await renderPage(openCheckout)
    const answer = page.backend.hold()
    await payByCard(page)
    page.card.forgetSealed()
    answer(expired)
    expect(await screen.findByText(/You haven’t been charged\./)).toBeVisible()
    expect(page.backend.posts()).toHaveLength(1)
  })
})

describe('a lost response', () => {
  it('is not shown as a failure, and is retried with the same idempotency key', async () => {
    const page = await renderPage(openCheckout)
    const { backend } = page
    backend.answerWith('no-answer', 'no-answer', pageCheckouts.paid)
    await payByCard(page)

    expect(
      await screen.findByRole('heading', { name: 'We’re checking your payment' }),
    ).toBeVisible()
    expect(document.body).toHaveTextContent('Don’t pay again.')
    expect(document.body).not.toHaveTextContent('You haven’t been charged')
    await pass(4)
    expect(screen.getByRole('heading', { name: 'Payment received' })).toBeVisible()

    const keys = new Set(backend.posts().map(({ headers }) => headers.get('idempotency-key')))
    const bodies = new Set(backend.posts().map(({ body }) => JSON.stringify(body)))
    expect([backend.posts().length, keys.size, bodies.size]).toEqual([3, 1, 1])
  })

  it('is awaited while the processor does not answer', async () => {
    const { backend } = await renderPage(pageCheckouts.checking)
    expect(screen.getByRole('heading', { name: 'We’re checking your payment' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^(Pay|Get) / })).toBeNull()
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
    expect(screen.getByRole('button', { name: 'Generating…' })).toBeDisabled()
    expect(screen.queryByText('Talking to your bank…')).toBeNull()
    answer(pageCheckouts.pix)
    expect(await screen.findByRole('heading', { name: 'Pay with Pix' })).toBeVisible()
  })

  it('makes the fields inert until its response, and says after a while who is asked', async () => {
    const page = await renderPage(openCheckout)
    const answer = page.backend.hold()
    const fields = () => screen.getByTitle('Card details').closest('[inert]')
    expect(fields()).toBeNull()
    await payByCard(page)
    await waitFor(() => expect(fields()).not.toBeNull())
    expect(screen.getByLabelText('Email').closest('[inert]')).not.toBeNull()
    expect(fields()).toContainElement(screen.getByRole('radio', { name: 'Pix' }))
    expect(screen.queryByText('Talking to your bank…')).toBeNull()
    await pass(4)
    expect(screen.getByText('Talking to your bank…')).toBeVisible()
    answer(pageCheckouts.declined)
    await screen.findByText(DECLINED)
    expect(fields()).toBeNull()
    expect(screen.queryByText('Talking to your bank…')).toBeNull()
  })

  it('shows the code in use until its response, without an error when it succeeds', async () => {
    const page = await renderPage(openCheckout)
    page.backend.answerWith(pageCheckouts.challenge)
    await payByCard(page)
    await page.user.click(await screen.findByRole('button', { name: 'Pay another way' }))
    await waitFor(() => expect(page.card.asked.at(-1)).toEqual({ type: 'show', faults: {} }))
  })
})

describe('the checking of a payment', () => {
  it('calls the total an amount, which asks for no second payment', async () => {
    await renderPage(pageCheckouts.checking)
    const order = within(screen.getByRole('region', { name: 'Order' }))
    expect(order.getByText('Amount')).toBeVisible()
    expect(order.queryByText('Total to pay')).toBeNull()
  })

  it('promises no minute once it takes longer', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await renderPage(pageCheckouts.checking)
    expect(screen.getByText(/usually within a minute/)).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(screen.getByText(/^This is taking longer than usual/)).toBeVisible()
    expect(screen.getByText(/^Don’t pay again\./)).toBeVisible()
    expect(screen.queryByText(/usually within a minute/)).toBeNull()
  })

  it('goes on when the connection is back', async () => {
    await renderPage(pageCheckouts.checking)
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => void window.dispatchEvent(new Event('offline')))
    const text = 'Don’t pay again. We’ll continue as soon as your connection is back.'
    expect(screen.getByText(text)).toBeVisible()
    onLine.mockRestore()
    act(() => void window.dispatchEvent(new Event('online')))
    expect(screen.queryByText(text)).toBeNull()
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

  it('F-3: says of a phone number what only the server knows', async () => {
    const collect = { ...openCheckout.collect, phone: 'optional' } as const
    const { user, backend } = await renderPage({ ...openCheckout, collect })
    backend.answerWith({
      status: 422,
      problem: {
        code: 'validation_failed',
        requestId: 'req_1',
        errors: [{ path: 'customer.phone', code: 'invalid_format', message: '' }],
      },
    })
    await user.type(screen.getByLabelText('Phone'), '+1 (415) 555-0132 ext. 12')
    await payByPix(user)
    await screen.findByText(/Enter the number with area code, without extension/)
    expect(screen.getByLabelText('Phone')).toHaveValue('+1(415) 555-0132 ext. 12')
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
      'You haven’t been charged. You can try a card again in 15 minutes. Or choose another way to pay now.'
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
    await screen.findByText('This way to pay isn’t working right now')
    const text =
      'You haven’t been charged. Wait a minute, then try again. Or choose another way to pay now.'
    expect(screen.getByText(text)).toBeVisible()
    expect(screen.getByLabelText('Email')).toHaveValue('ana@example.com')
    await user.click(screen.getByRole('button', { name: 'Get Pix code' }))
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
    await screen.findByText('Too many attempts from this device')
    await user.click(screen.getByRole('button', { name: 'Get Pix code' }))
    await screen.findByRole('heading', { name: 'Pay with Pix' })
    expect(new Set(backend.posts().map(({ headers }) => headers.get('idempotency-key'))).size).toBe(
      2,
    )
  })
})

describe('the remaining attempts', () => {
  const oneLeft = { attemptsLeft: 1, attemptsLeftText: 'You can try once more.' }

  it('are counted down', async () => {
    await renderPage({ ...pageCheckouts.declined, ...oneLeft })
    const notice = screen.getByText(DECLINED).closest('[role=alert]')
    expect(notice).toHaveTextContent(/You can try once more\.$/)
    expect(screen.getAllByText(/You can try once more/)).toHaveLength(1)
  })

  it('are below the form where there is no notice', async () => {
    await renderPage({ ...pageCheckouts.pix, ...oneLeft }, { search: '?pay=pix' })
    expect(screen.getByText('You can try once more.')).toBeVisible()
    expect(document.querySelector('.notice')).toBeNull()
  })

  it('are not counted while there are many', async () => {
    await renderPage({ ...pageCheckouts.declined, attemptsLeft: 4 })
    expect(screen.queryByText(/You can try/)).toBeNull()
  })

  it('hide the form when there are none', async () => {
    await renderPage({ ...pageCheckouts.declined, attemptsLeft: 0 })
    expect(screen.getByRole('heading', { name: 'Too many attempts' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^(Pay|Get) / })).toBeNull()
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

    const words = await screen.findByText(/^Your browser didn’t copy it/)
    expect(words).toBeVisible()
    expect(words.closest('[role=status], output')).not.toBeNull()
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Pix code' })
    expect(field).toHaveFocus()
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length])

    await user.click(screen.getByRole('button', { name: 'Copy Pix code' }))
    expect(screen.getByRole('button', { name: 'Copied' })).toBeVisible()
    expect(screen.queryByText(/^Your browser didn’t copy it/)).toBeNull()
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
    expect(screen.getByRole('button', { name: 'Back to the Pix code' })).toBeVisible()
    await payByPix(user)
    expect(backend.posts()[0]?.body).toEqual({
      browser: expect.any(Object),
      method: 'pix',
      customer: { email: 'ana@example.com' },
      replacePaymentId: pageCheckouts.pix.payment.id,
    })
  })
})

describe('the e-mail field', () => {
  it.each([true, false])('manners: says "for the receipt" if one is sent: %s', async (isSent) => {
    await renderPage({ ...openCheckout, emailsReceipts: isSent })
    expect(screen.queryAllByText(/for the receipt/)).toHaveLength(isSent ? 1 : 0)
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(
      isSent ? 'for the receipt' : 'so the shop can reach you',
    )
  })

  it('says that it is optional where it is, and promises nothing', async () => {
    const { collect } = openCheckout
    await renderPage({ ...openCheckout, collect: { ...collect, email: 'optional' } })
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('optional')
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

  it('counts down ten seconds in the button, then redirects', async () => {
    const { leaveFor } = await paid({ merchantNotified: true })
    expect(screen.getByText(/Taking you back in \d+ seconds/)).toBeVisible()
    const button = screen.getByRole('link', { name: 'Back to Norte Livros' })
    expect(button).toHaveTextContent(/^Back to Norte Livros(10|9)$/)
    await pass(8)
    expect(leaveFor).not.toHaveBeenCalled()
    await pass(3)
    expect(leaveFor.mock.calls).toEqual([[pageCheckouts.paid.successUrl]])
  })

  it("counts while it waits for the merchant's notification: ten seconds in all", async () => {
    const { leaveFor } = await paid({ merchantNotified: false })
    expect(screen.getByText(/Taking you back/)).toBeVisible()
    await pass(8)
    expect(leaveFor).not.toHaveBeenCalled()
    await pass(3)
    expect(leaveFor.mock.calls).toEqual([[pageCheckouts.paid.successUrl]])
  })

  it('manners: a merchant that nobody notifies is not waited for, nor said to be told', async () => {
    await paid({ merchantNotified: false, notifiesMerchant: false })
    expect(screen.queryByText(/Letting|has your payment/)).not.toBeInTheDocument()
    expect(await screen.findByText(/10 seconds/)).toBeVisible()
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
    const receiptText = 'We’ll send the receipt to m***@example.com.'
    await paid({ receiptText })
    expect(screen.getByText(receiptText)).toBeVisible()
  })

  it('mentions no e-mail if none is sent', async () => {
    await paid({})
    expect(screen.queryByText(/send the receipt/)).toBeNull()
  })
})
