// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { pageCheckout } from '../../bff/page-view.ts'
import { receiptContent } from '../../receipt/receipt-content.ts'
import { receiptHtml } from '../../receipt/receipt-html.ts'
import { receiptText } from '../../receipt/receipt-text.ts'
import { paidCheckout } from '#contract/openapi/example-values.ts'
import { renderPage } from '#proof/testing/render-page.tsx'
import { exampleReceipt } from '#proof/testing/server/receipt.fixture.ts'

const AT = '2026-11-23T12:00:00.000Z'
const inPart = { amountRefunded: 10_000, refunds: [{ amount: 10_000, at: AT }] }
const whole = { amountRefunded: 25_990, refunds: [{ amount: 25_990, at: AT }] }

const shown = (changes: Partial<typeof paidCheckout>) =>
  pageCheckout({ ...paidCheckout, ...changes }, 'en')
const facts = () =>
  Array.from(document.querySelectorAll('.facts > div'), ({ textContent }) => textContent).slice(
    0,
    3,
  )
const header = () => document.querySelector('.summary')
const badge = () => document.querySelector('.badge')

describe('refunds on the receipt', () => {
  it('says how much was refunded, when, and what is left', async () => {
    await renderPage(shown({ paymentStatus: 'partially_refunded', ...inPart }))
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('R$100.00 refunded')
    expect(facts()).toEqual([
      'PaidR$259.90',
      'RefundedNov 23, 2026\u2212R$100.00',
      'Total after refundsR$159.90',
    ])
    expect(screen.getByText(/can take up to two statements/)).toBeVisible()
    expect(header()).toHaveTextContent('You paidR$259.90')
    expect(badge()).not.toHaveClass('ok')
    await waitFor(() => expect(document.title).toBe('R$100.00 refunded · Loja Exemplo'))
  })

  it('is no success any more once all of it was refunded', async () => {
    await renderPage(shown({ paymentStatus: 'refunded', ...whole }))
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('This payment was refunded')
    expect(header()).toHaveTextContent('RefundedR$259.90')
    expect(header()).not.toHaveTextContent('You paid')
    expect(badge()).not.toHaveClass('ok')
  })

  it('of money that came too late: the end says it, too', async () => {
    await renderPage(shown({ status: 'expired', paymentStatus: 'refunded', ...whole }))
    expect(screen.getByText(/so it’s being refunded/)).toBeVisible()
    expect(facts()[1]).toBe('RefundedNov 23, 2026\u2212R$259.90')
  })

  it('are none when a bank took the money back, and nothing is settled then', async () => {
    await renderPage(shown({ amountReversed: 25_990 }))
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
      'Your bank returned this payment',
    )
    expect(header()).toHaveTextContent('Returned by your bankR$259.90')
    expect(badge()).not.toHaveClass('ok')
    expect(facts()).toEqual([
      'PaidR$259.90',
      'Returned by your bank\u2212R$259.90',
      'Total after thatR$0.00',
    ])
    expect(document.body).not.toHaveTextContent(/efunded|nothing left to do|already paid/)
  })

  it('of money that came too late, and that a bank took back: nobody decides about it any more', async () => {
    await renderPage(shown({ status: 'expired', amountReversed: 25_990 }))
    expect(screen.getByText(/^Your bank returned R\$259\.90 of this payment/)).toBeVisible()
    expect(document.body).not.toHaveTextContent('will accept it or refund you')
  })

  it('are in the e-mail that is sent after them', async () => {
    const content = receiptContent(
      exampleReceipt({ paymentStatus: 'partially_refunded', ...inPart }),
    )
    expect(receiptText(content)).toContain(
      'Paid: R$259.90\nRefunded (Nov 23, 2026): \u2212R$100.00\nTotal after refunds: R$159.90\n',
    )
    const html = await receiptHtml(content)
    expect(html).toContain('Nov 23, 2026')
    expect(html).toContain('R$100.00 refunded')
    expect(html).not.toContain('\u2713')
  })

  it('and so is what a bank took back', async () => {
    const content = receiptContent(exampleReceipt({ amountReversed: 25_990 }))
    const html = await receiptHtml(content)
    for (const text of [receiptText(content), html]) {
      expect(text).toContain('Your bank returned this payment')
      expect(text).toContain('Your bank returned R$259.90 of this payment and can tell you why.')
    }
    expect(html).not.toContain('\u2713')
    expect(await receiptHtml(receiptContent(exampleReceipt()))).toContain('\u2713')
  })
})
