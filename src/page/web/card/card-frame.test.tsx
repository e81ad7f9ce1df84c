// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openCardFrame } from '../../../proof/testing/card-frame.ts'
import { openCheckout, pageCheckouts } from '../../../proof/testing/page-checkouts.ts'
import { renderPage } from '../../../proof/testing/render-page.tsx'

afterEach(() => {
  vi.useRealTimers()
})

const frame = () => screen.getByTitle('Card details')
const payButton = () => screen.getByRole('button', { name: /^Pay R/ })
/** Nothing but the card is left to type. */
const known = {
  ...openCheckout,
  customer: { ...openCheckout.customer, email: 'ana@example.com' },
}

describe('a press', () => {
  it('tells what is wrong on both sides, in the order of the page, and sends nothing', async () => {
    const { user, card, backend } = await renderPage(openCheckout)
    await user.click(payButton())
    expect(await screen.findByRole('alert')).toHaveTextContent(
      '5 fields need another look: Card number, Expiry date, Security code, Name on card, Email.',
    )
    expect(frame()).toHaveFocus()
    await waitFor(() => expect(card.asked.at(-1)).toEqual({ type: 'focus', field: 'card-number' }))
    expect(screen.getByLabelText('Email')).toHaveAttribute('aria-invalid', 'true')
    expect(backend.posts()).toEqual([])
  })

  it('puts the focus on the own field where the card is right, and keeps its code', async () => {
    const { user, card, backend } = await renderPage(openCheckout)
    card.type()
    await user.click(payButton())
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveFocus())
    expect(card.asked).toEqual([{ type: 'seal', id: 1 }])
    expect(backend.posts()).toEqual([])
  })

  it('leaves out of the summary what has become right', async () => {
    const { user, card } = await renderPage(known)
    card.type({ 'card-number': 'wrong', 'card-code': 'missing' })
    await user.click(payButton())
    expect(await screen.findByText(/^2 fields.*Card number, Security code\.$/)).toBeVisible()
    card.tell({ type: 'state', brand: null, isEmpty: false, faults: { 'card-code': 'missing' } })
    expect(await screen.findByText(/^1 field .*: Security code\.$/)).toBeVisible()
  })

  it('of Enter in the frame pays', async () => {
    const { card, backend } = await renderPage(known)
    backend.answerWith(pageCheckouts.paid)
    card.type()
    card.tell({ type: 'submit' })
    expect(await screen.findByRole('heading', { name: 'Payment received' })).toBeVisible()
  })

  it('waits, visibly and once, for a frame that is not there yet', async () => {
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

  it('is given up when the shopper turns to another way to pay meanwhile', async () => {
    const { user, card, backend } = await renderPage(known, { hasCardFrame: false })
    card.type()
    await user.click(payButton())
    await user.click(screen.getByRole('radio', { name: 'Pix' }))
    card.announce()
    await waitFor(() => expect(payButton()).toHaveAttribute('aria-busy', 'false'))
    expect(backend.posts()).toEqual([])
  })

  it('with another method asks the frame nothing', async () => {
    const { user, card, backend } = await renderPage(known)
    backend.answerWith(pageCheckouts.pix)
    await user.click(screen.getByRole('radio', { name: 'Pix' }))
    await user.click(payButton())
    await screen.findByRole('heading', { name: 'Pay with Pix' })
    expect(card.asked).toEqual([])
  })
})

describe('S-51 the frame is believed only', () => {
  it.each([
    ['from its own origin', { origin: 'https://evil.example' }],
    ['from its own window', { source: window }],
  ])('%s', async (_, stranger) => {
    const { user, card } = await renderPage(known, { hasCardFrame: false })
    card.announce(stranger)
    await user.click(payButton())
    // A stranger that was believed would be asked at once.
    card.announce()
    await waitFor(() => expect(card.asked).toContainEqual({ type: 'seal', id: 1 }))
    expect(card.asked.filter(({ type }) => type === 'seal')).toHaveLength(1)
  })
})

describe('the frame', () => {
  it('stays the same element while the shopper may come back to it', async () => {
    const { user, backend } = await renderPage(known)
    const before = frame()
    await user.click(screen.getByRole('radio', { name: 'Pix' }))
    expect(before).toBeInTheDocument()
    backend.answerWith(pageCheckouts.pix)
    await user.click(payButton())
    await screen.findByRole('heading', { name: 'Pay with Pix' })
    expect(before).toBeInTheDocument()
    expect(before).not.toBeVisible()
    expect(screen.queryByRole('button', { name: /^Pay R/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Pay another way' }))
    expect(screen.getByRole('heading', { name: 'Pay with' })).toHaveFocus()
    expect(frame()).toBe(before)
  })

  it('goes when the session has ended', async () => {
    const { card, backend } = await renderPage(known)
    backend.answerWith(pageCheckouts.paid)
    card.type()
    card.tell({ type: 'submit' })
    await screen.findByRole('heading', { name: 'Payment received' })
    expect(document.querySelector('iframe')).toBeNull()
  })

  it('is as high as it says, and shows no picture of itself any more', async () => {
    const { card } = await renderPage(openCheckout)
    expect(document.querySelector('.empty')).not.toBeNull()
    card.tell({ type: 'height', px: 308 })
    await waitFor(() => expect(frame().parentElement).toHaveStyle({ height: '300px' }))
    expect(document.querySelector('.empty')).toBeNull()
    card.tell({ type: 'height', px: 0 })
    card.tell({ type: 'height', px: 328 })
    await waitFor(() => expect(frame().parentElement).toHaveStyle({ height: '320px' }))
  })

  it('forgets the security code when the page is left', async () => {
    const { card } = await renderPage(openCheckout)
    fireEvent(window, new PageTransitionEvent('pagehide', { persisted: true }))
    await waitFor(() => expect(card.asked).toEqual([{ type: 'forget-code' }]))
  })

  it('is missed after a while, which a press says too, and can be loaded again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { user, backend } = await renderPage(known, { hasCardFrame: false })
    const missed = frame()
    await act(() => vi.advanceTimersByTimeAsync(12_000))
    const notice = screen.getByText('The card fields do not respond').closest('[role=alert]')
    expect(notice).toBeVisible()
    await user.click(payButton())
    await waitFor(() => expect(notice).toHaveFocus())
    expect(backend.posts()).toEqual([])

    await user.click(screen.getByRole('button', { name: 'Load again' }))
    expect(frame()).not.toBe(missed)
    expect(notice).not.toBeInTheDocument()
    const card = openCardFrame()
    card.announce()
    card.type()
    backend.answerWith(pageCheckouts.paid)
    await user.click(payButton())
    expect(await screen.findByRole('heading', { name: 'Payment received' })).toBeVisible()
  })

  it('that cannot encrypt says so, and the press is over', async () => {
    const { user, card, backend } = await renderPage(known, { hasCardFrame: false })
    await user.click(payButton())
    card.announce()
    card.tell({ type: 'failed', id: 1 })
    expect(await screen.findByText('The card fields do not respond')).toBeVisible()
    expect(payButton()).toHaveAttribute('aria-busy', 'false')
    expect(backend.posts()).toEqual([])
  })
})
