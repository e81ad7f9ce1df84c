import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PAYMENT_METHODS, PAYMENT_STATES } from '#contract/payment.ts'
import { SESSION_STATES } from '#contract/session.ts'
import { openCheckout, pageCheckouts } from '#proof/testing/page-checkouts.ts'
import { screenOf, SCREENS, type Visit } from './screen-of.ts'

const visit: Visit = {
  openedPaid: false,
  isPaying: false,
  isAnswerMissing: false,
  paymentIdToReplace: null,
}

describe('screenOf', () => {
  it.each(SCREENS)('shows the state %s on the screen of that name', (screen) => {
    const shown = screen.replace(/-already$/, '') as keyof typeof pageCheckouts
    const openedPaid = shown !== screen
    expect(screenOf(pageCheckouts[shown], { ...visit, openedPaid })).toBe(screen)
  })

  it('shows the form again after a decline', () => {
    expect(screenOf(pageCheckouts.declined, visit)).toBe('open')
  })

  it('is checking while the response to a submit is missing', () => {
    expect(screenOf(openCheckout, { ...visit, isAnswerMissing: true })).toBe('checking')
  })

  it('keeps the form while a payment request is in flight, unless the session ends meanwhile', () => {
    const pressed = { ...visit, isPaying: true }
    const created = { ...pageCheckouts.checking.payment, status: 'created' } as const
    expect(screenOf({ ...openCheckout, payment: created }, pressed)).toBe('open')
    expect(screenOf(pageCheckouts.paid, pressed)).toBe('paid')
    expect(screenOf(openCheckout, { ...pressed, isAnswerMissing: true })).toBe('checking')
  })

  it('opens the form again for a shopper who wants to pay another way', () => {
    const paymentIdToReplace = pageCheckouts.pix.payment.id
    expect(screenOf(pageCheckouts.pix, { ...visit, paymentIdToReplace })).toBe('open')
    expect(screenOf(pageCheckouts.checking, { ...visit, paymentIdToReplace })).toBe('checking')
  })

  it('R-100: shows a hold as authorized, and as being processed where it is captured at once', () => {
    const { authorized } = pageCheckouts
    expect(screenOf({ ...authorized, paymentStatus: 'processing' }, visit)).toBe('processing')
    const ended = { ...authorized, status: 'expired', paymentStatus: 'processing' } as const
    expect(screenOf(ended, visit)).toBe('processing')
  })

  it('R-100: asks for no money while a payment is held', () => {
    const { authorized } = pageCheckouts
    const paymentIdToReplace = authorized.payment.id
    expect(screenOf(authorized, { ...visit, paymentIdToReplace })).toBe('authorized')
  })

  it('does not show refunded late money as a payment', () => {
    const late = { ...pageCheckouts.paid, status: 'expired', paymentStatus: 'refunded' } as const
    expect(screenOf(late, visit)).toBe('expired')
  })

  it('never asks for money while a payment may have taken it', () => {
    const undecided = fc.constantFrom('created', 'unknown', 'processing', 'succeeded' as const)
    fc.assert(
      fc.property(
        undecided,
        fc.constantFrom(...SESSION_STATES),
        fc.constantFrom(...PAYMENT_METHODS),
        fc.boolean(),
        fc.boolean(),
        (status, sessionStatus, method, openedPaid, isAnswerMissing) => {
          const payment = { ...pageCheckouts.checking.payment, status, method }
          const checkout = { ...openCheckout, status: sessionStatus, payment }
          const screen = screenOf(checkout, {
            ...visit,
            openedPaid,
            isAnswerMissing,
            paymentIdToReplace: payment.id,
          })
          expect(screen).not.toBe('open')
        },
      ),
    )
  })

  it('has a screen for every state of a payment', () => {
    for (const status of PAYMENT_STATES) {
      const payment = { ...pageCheckouts.checking.payment, status }
      expect(screenOf({ ...openCheckout, payment }, visit)).toBeTypeOf('string')
    }
  })
})
