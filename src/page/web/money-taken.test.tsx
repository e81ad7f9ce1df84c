// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { cardPayment } from '#contract/openapi/example-values.ts'
import { sampleCheckout } from '#contract/openapi/sample-checkout.ts'
import { pageCheckouts } from '#proof/testing/page-checkouts.ts'
import { renderPage } from '#proof/testing/render-page.tsx'
import { pageCheckout } from '../bff/page-view.ts'

const { declined } = pageCheckouts
const { payment } = pageCheckout(
  {
    ...sampleCheckout,
    payment: {
      ...cardPayment,
      status: 'failed',
      declineCode: 'processing_error',
      moneyTaken: true,
      succeededAt: null,
    },
  },
  'en',
)

describe('R-55: a failed payment for which money was taken', () => {
  it.each([
    ['open', { ...declined, payment }],
    ['without attempts left', { ...declined, payment, attemptsLeft: 0 }],
    ['expired', { ...declined, payment, status: 'expired' }],
    ['canceled', { ...declined, payment, status: 'canceled' }],
  ] as const)('goes back, the page says: %s', async (_, checkout) => {
    await renderPage(checkout)
    expect(
      await screen.findByText(/The refund goes to the payment method you used\./),
    ).toBeVisible()
    expect(document.body).not.toHaveTextContent('You haven’t been charged')
  })

  it('that was a boleto goes back to a bank account', async () => {
    const slip = pageCheckout(
      {
        ...sampleCheckout,
        payment: {
          ...cardPayment,
          method: 'boleto',
          card: null,
          status: 'failed',
          declineCode: 'processing_error',
          moneyTaken: true,
          succeededAt: null,
        },
      },
      'en',
    ).payment
    await renderPage({ ...declined, payment: slip, status: 'expired' })
    expect(
      await screen.findByText(/A boleto is usually refunded to a bank account\./),
    ).toBeVisible()
    expect(document.body).not.toHaveTextContent('payment method you used')
  })

  it('is not said to be declined by a bank', async () => {
    await renderPage({ ...declined, payment })
    expect(screen.getByText('The payment didn’t go through')).toBeVisible()
    expect(document.body).not.toHaveTextContent('The bank couldn’t process this card')
  })
})
