// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { cardPayment } from '#contract/openapi/example-values.ts'
import { sampleCheckout } from '#contract/openapi/sample-checkout.ts'
import type { CheckoutPayment } from '#contract/checkout.ts'
import type { PageCheckout } from '#contract/page.ts'
import { openCheckout, pageCheckouts } from '#proof/testing/page-checkouts.ts'
import { renderPage } from '#proof/testing/render-page.tsx'
import { pageCheckout } from '../../bff/page-view.ts'

const INTEREST = 'Interest12 installments, 1,99% a month R$ 34,94'

/** The texts of the order, with ordinary spaces; without what only browsers without JavaScript show. */
function readOrder() {
  const order = screen.getByRole('region', { name: 'Order' })
  const due = order.querySelector('.totals')
  if (!(due instanceof HTMLElement)) throw new Error('the order has no total')
  return {
    due: textOf(due),
    isAnnounced: due.getAttribute('aria-live') === 'polite',
    sums: [...order.querySelectorAll('.sum')].map(textOf),
  }
}

function textOf(element: Element): string {
  const copy = element.cloneNode(true)
  if (!(copy instanceof Element)) throw new Error('not an element')
  for (const plain of copy.querySelectorAll('noscript')) plain.remove()
  return [...copy.children]
    .map(({ textContent }) => textContent)
    .join(' ')
    .replaceAll(/\s/g, ' ')
}

const choose = (count: number) => {
  const name = count === 3 ? /^R\$\s86,64 \+ 2x/ : new RegExp(`^${count} ×`)
  screen.getByRole<HTMLInputElement>('radio', { name, hidden: true }).click()
}

function paying(payment: Partial<CheckoutPayment>, changes: Partial<PageCheckout>): PageCheckout {
  const shown = pageCheckout(
    { ...sampleCheckout, payment: { ...cardPayment, ...payment } },
    'pt-BR',
  )
  return { ...shown, version: 2, ...changes }
}

const ORDER = ['ShippingPAC, 5 to 8 days Free']
const SUBTOTAL = 'Subtotal R$ 259,90'
const IN_TWELVE = {
  installments: 12,
  amount: 29_484,
  interest: 3_494,
  monthlyInterestBasisPoints: 199,
}

describe('the total of an order', () => {
  it('includes the interest of the chosen plan, before it is paid, and says so politely', async () => {
    await renderPage(openCheckout)
    expect(readOrder()).toEqual({
      due: 'Total to pay R$ 259,90',
      isAnnounced: true,
      sums: [...ORDER, 'Total R$ 259,90'],
    })
    choose(12)
    const button = await screen.findByRole('button', { name: /^Pay R\$\s294,84$/ })
    expect(button).toBeEnabled()
    expect(readOrder()).toMatchObject({
      due: 'Total to pay R$ 294,84',
      sums: [...ORDER, SUBTOTAL, INTEREST, 'Total R$ 294,84'],
    })
    expect(document.title).toMatch(/294,84/)
  })

  it('is the plain one for a plan without interest, and for another method', async () => {
    const { user } = await renderPage(openCheckout)
    const plain = readOrder()
    choose(3)
    expect(await screen.findByText(/^R\$\s86,64 \+ 2x/, { selector: 'summary *' })).toBeVisible()
    expect(readOrder()).toEqual(plain)
    choose(12)
    await screen.findByRole('button', { name: /294,84/ })
    await user.click(screen.getByRole('radio', { name: 'Pix' }))
    expect(readOrder()).toEqual(plain)
    await user.click(screen.getByRole('radio', { name: 'Card' }))
    expect(readOrder().due).toBe('Total to pay R$ 294,84')
  })

  it('keeps the plan of a declined payment', async () => {
    await renderPage(paying({ ...IN_TWELVE, status: 'failed', succeededAt: null }, {}))
    expect(readOrder()).toMatchObject({
      due: 'Total to pay R$ 294,84',
      sums: [...ORDER, SUBTOTAL, INTEREST, 'Total R$ 294,84'],
    })
  })

  it.each([
    ['while a challenge is open', { ...pageCheckouts.challenge }, 'Total to pay R$ 294,84'],
    ['while its outcome is unknown', { ...pageCheckouts.checking }, 'Amount R$ 294,84'],
    ['on the receipt', { ...pageCheckouts.paidInInstallments }, 'You paid R$ 294,84'],
  ])('is that of the payment %s', async (_state, checkout, due) => {
    const { payment } = pageCheckouts.paidInInstallments
    const { amount, adjustments, installments } = payment
    await renderPage({
      ...checkout,
      payment: { ...checkout.payment, amount, adjustments, installments },
    })
    expect(readOrder()).toMatchObject({
      due,
      sums: [...ORDER, SUBTOTAL, INTEREST, 'Total R$ 294,84'],
    })
  })

  it('names the difference where another amount was accepted', async () => {
    const accepted = { amount: 20_000, interest: 0 }
    await renderPage(paying(accepted, { status: 'complete', paymentStatus: 'paid' }))
    expect(readOrder()).toMatchObject({
      due: 'You paid R$ 200,00',
      sums: [...ORDER, SUBTOTAL, 'Adjustment −R$ 59,90', 'Total R$ 200,00'],
    })
  })

  it('begins with the plain sum where there are no lines', async () => {
    const page = pageCheckout({ ...sampleCheckout, lineItems: [], shipping: null }, 'pt-BR')
    await renderPage(page)
    expect(readOrder().sums).toEqual([])
    choose(12)
    await screen.findByRole('button', { name: /294,84/ })
    expect(readOrder().sums).toEqual(['Subtotal R$ 259,90', INTEREST, 'Total R$ 294,84'])
  })
})

describe('the receipt', () => {
  it('has the interest between installments and time', async () => {
    await renderPage(pageCheckouts.paidInInstallments)
    const main = within(screen.getByRole('main'))
    const names = main.getAllByRole('term').map(({ textContent }) => textContent)
    expect(names.slice(0, 4)).toEqual([
      'Amount',
      'Card',
      'Installments',
      'Interest12 installments, 1,99% a month',
    ])
    expect(main.getAllByRole('definition')[3]).toHaveTextContent(/^R\$\s34,94$/)
  })
})
