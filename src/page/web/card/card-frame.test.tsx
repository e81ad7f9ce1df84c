// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openCardFrame, sealRequest } from '#proof/testing/card-frame.ts'
import { openCheckout, pageCheckouts } from '#proof/testing/page-checkouts.ts'
import { renderPage } from '#proof/testing/render-page.tsx'

afterEach(() => {
  vi.useRealTimers()
})

const frame = () => screen.getByTitle('Card details')
const PAY = /^(Pay R|Get Pix code$)/
const payButton = () => screen.getByRole('button', { name: PAY })
/** A session that needs card details only. */
const known = {
  ...openCheckout,
  customer: { ...openCheckout.customer, email: 'ana@example.com' },
}

describe('submitting', () => {
  it('shows the errors of page and frame, in the order of the page, and sends nothing', async () => {
    const { user, backend } = await renderPage(openCheckout)
    await user.click(payButton())
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Check 5 fields: Email, Card number, Expiry date, Security code, Name on card.',
    )
    expect(screen.getByLabelText('Email')).toHaveFocus()
    expect(screen.getByLabelText('Email')).toHaveAttribute('aria-invalid', 'true')
    expect(backend.posts()).toEqual([])
  })

  it('focuses the first wrong field of the frame when those above it are right', async () => {
    const { user, card } = await renderPage(known)
    await user.click(payButton())
    await waitFor(() => expect(card.asked.at(-1)).toEqual({ type: 'focus', field: 'card-number' }))
    expect(frame()).toHaveFocus()
  })

  it("focuses the page's own field when the card is valid, and keeps the security code", async () => {
    const { user, card, backend } = await renderPage(openCheckout)
    card.type()
    await user.click(payButton())
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveFocus())
    expect(card.asked).toEqual([sealRequest(1)])
    expect(backend.posts()).toEqual([])
  })

  it('removes corrected fields from the summary', async () => {
    const { user, card } = await renderPage(known)
    card.type({ 'card-number': 'wrong', 'card-code': 'missing' })
    await user.click(payButton())
    expect(await screen.findByText(/^Check 2 fields: Card number, Security code\.$/)).toBeVisible()
    card.send({ type: 'state', brand: null, isEmpty: false, faults: { 'card-code': 'missing' } })
    expect(await screen.findByText(/^Check 1 field: Security code\.$/)).toBeVisible()
  })

  it('by Enter in the frame pays', async () => {
    const { card, backend } = await renderPage(known)
    backend.answerWith(pageCheckouts.paid)
    card.type()
    card.send({ type: 'submit' })
    expect(await screen.findByRole('heading', { name: 'Payment received' })).toBeVisible()
  })

  it('waits, visibly and once, for a frame that is still loading', async () => {
    const { user, card, backend } = await renderPage(known, { hasCardFrame: false })
    backend.answerWith(pageCheckouts.paid)
    card.type()
    await user.click(payButton())
    expect(payButton()).toHaveAttribute('aria-busy', 'true')
    await user.click(payButton())
    card.announce()
    expect(await screen.findByRole('heading', { name: 'Payment received' })).toBeVisible()
    expect(backend.posts()).toHaveLength(1)
  })

  it('is dropped when the shopper chooses another method meanwhile', async () => {
    const { user, card, backend } = await renderPage(known, { hasCardFrame: false })
    card.type()
    await user.click(payButton())
    await user.click(screen.getByRole('radio', { name: 'Pix' }))
    card.announce()
    await waitFor(() => expect(payButton()).toHaveAttribute('aria-busy', 'false'))
    expect(backend.posts()).toEqual([])
  })

  it('with another method sends the frame no request', async () => {
    const { user, card, backend } = await renderPage(known)
    backend.answerWith(pageCheckouts.pix)
    await user.click(screen.getByRole('radio', { name: 'Pix' }))
    await user.click(payButton())
    await screen.findByRole('heading', { name: 'Pay with Pix' })
    expect(card.asked).toEqual([])
  })
})

describe('S-51 messages of the frame are accepted only', () => {
  it.each([
    ['from its own origin', { origin: 'https://evil.example' }],
    ['from its own window', { source: window }],
  ])('%s', async (_, stranger) => {
    const { user, card } = await renderPage(known, { hasCardFrame: false })
    card.announce(stranger)
    await user.click(payButton())
    // An accepted sender would receive a request at once.
    card.announce()
    await waitFor(() => expect(card.asked).toContainEqual(sealRequest(1)))
    expect(card.asked.filter(({ type }) => type === 'seal')).toHaveLength(1)
  })
})

describe('the frame', () => {
  it('keeps its element while the shopper can return to the form', async () => {
    const { user, backend } = await renderPage(known)
    const before = frame()
    await user.click(screen.getByRole('radio', { name: 'Pix' }))
    expect(before).toBeInTheDocument()
    backend.answerWith(pageCheckouts.pix)
    await user.click(payButton())
    await screen.findByRole('heading', { name: 'Pay with Pix' })
    expect(before).toBeInTheDocument()
    expect(before).not.toBeVisible()
    expect(screen.queryByRole('button', { name: PAY })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Pay another way' }))
    expect(screen.getByRole('heading', { name: 'Pay with' })).toHaveFocus()
    expect(frame()).toBe(before)
  })

  it('is removed when the session has ended', async () => {
    const { card, backend } = await renderPage(known)
    backend.answerWith(pageCheckouts.paid)
    card.type()
    card.send({ type: 'submit' })
    await screen.findByRole('heading', { name: 'Payment received' })
    expect(document.querySelector('iframe')).toBeNull()
  })

  it('has the height that it reports, and replaces its placeholder', async () => {
    const { card } = await renderPage(openCheckout)
    expect(document.querySelector('.empty')).not.toBeNull()
    card.send({ type: 'height', px: 308 })
    await waitFor(() => expect(frame().parentElement).toHaveStyle({ height: '300px' }))
    expect(document.querySelector('.empty')).toBeNull()
    card.send({ type: 'height', px: 0 })
    card.send({ type: 'height', px: 328 })
    await waitFor(() => expect(frame().parentElement).toHaveStyle({ height: '320px' }))
  })

  it('clears the security code when the shopper leaves the page', async () => {
    const { card } = await renderPage(openCheckout)
    fireEvent(window, new PageTransitionEvent('pagehide', { persisted: true }))
    await waitFor(() => expect(card.asked).toEqual([{ type: 'forget-code' }]))
  })

  it('shows an error after the timeout and on submit, and can be reloaded', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { user, backend } = await renderPage(known, { hasCardFrame: false })
    const missed = frame()
    await act(() => vi.advanceTimersByTimeAsync(12_000))
    const notice = screen.getByText('We couldn’t load the card form').closest('[role=alert]')
    expect(notice).toBeVisible()
    await user.click(payButton())
    await waitFor(() => expect(notice).toHaveFocus())
    expect(backend.posts()).toEqual([])

    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(frame()).not.toBe(missed)
    expect(notice).not.toBeInTheDocument()
    const card = openCardFrame()
    card.announce()
    card.type()
    backend.answerWith(pageCheckouts.paid)
    await user.click(payButton())
    expect(await screen.findByRole('heading', { name: 'Payment received' })).toBeVisible()
  })

  it('that never comes ends a submission that waits for it, with the focus on the error', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { user, backend } = await renderPage(known, { hasCardFrame: false })
    await user.click(payButton())
    expect(payButton()).toHaveAttribute('aria-busy', 'true')
    await act(() => vi.advanceTimersByTimeAsync(12_000))
    const notice = screen.getByText('We couldn’t load the card form').closest('[role=alert]')
    await waitFor(() => expect(notice).toHaveFocus())
    expect(payButton()).toHaveAttribute('aria-busy', 'false')
    expect(backend.posts()).toEqual([])
  })

  it('shows an error soon after a document has loaded that is not the frame', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await renderPage(known, { hasCardFrame: false })
    fireEvent.load(frame())
    await act(() => vi.advanceTimersByTimeAsync(900))
    expect(screen.queryByText('We couldn’t load the card form')).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(100))
    expect(screen.getByText('We couldn’t load the card form')).toBeVisible()
  })

  it('shows no error when it has loaded after its ready message', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await renderPage(known)
    fireEvent.load(frame())
    await act(() => vi.advanceTimersByTimeAsync(12_000))
    expect(screen.queryByText('We couldn’t load the card form')).toBeNull()
  })

  it('shows an error when its head has announced it, and its script never starts', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { user, card, backend } = await renderPage(known, { hasCardFrame: false })
    card.announce({ starts: false })
    await user.click(payButton())
    expect(payButton()).toHaveAttribute('aria-busy', 'true')
    fireEvent.load(frame())
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(await screen.findByText('We couldn’t load the card form')).toBeVisible()
    expect(payButton()).toHaveAttribute('aria-busy', 'false')
    expect(backend.posts()).toEqual([])
  })

  it.each([
    ['the first that needs no frame', ['card', 'boleto', 'pix'], 'Pay with boleto', 'Boleto'],
    ['the one before the card', ['pix', 'card'], 'Pay with Pix', 'Pix'],
  ] as const)('offers another method when it fails: %s', async (_, methods, offered, chosen) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const checkout = { ...known, methods: [...methods] }
    const { user } = await renderPage(checkout, { hasCardFrame: false })
    await user.click(screen.getByRole('radio', { name: 'Card' }))
    await act(() => vi.advanceTimersByTimeAsync(12_000))
    await user.click(screen.getByRole('button', { name: offered }))
    expect(screen.getByRole('radio', { name: chosen })).toBeChecked()
    expect(screen.getByRole('radio', { name: chosen })).toHaveFocus()
    expect(screen.getByText(/Your card is encrypted/, { selector: 'p' })).not.toBeVisible()
  })

  it('offers no other method when the session has none', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await renderPage({ ...known, methods: ['card'] }, { hasCardFrame: false })
    await act(() => vi.advanceTimersByTimeAsync(12_000))
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Pay with/ })).toBeNull()
  })

  it('shows an error when it cannot encrypt, and ends the submission', async () => {
    const { user, card, backend } = await renderPage(known, { hasCardFrame: false })
    await user.click(payButton())
    card.announce()
    card.send({ type: 'failed', id: 1 })
    expect(await screen.findByText('We couldn’t load the card form')).toBeVisible()
    expect(payButton()).toHaveAttribute('aria-busy', 'false')
    expect(backend.posts()).toEqual([])
  })
})
