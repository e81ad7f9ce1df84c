// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Checkout, CheckoutPayment } from '#contract/checkout.ts'
import { cardPayment, openCheckout, paidCheckout } from '#contract/openapi/example-values.ts'
import { pageCheckout } from '../../bff/page-view.ts'
import { receiptContent } from '../../receipt/receipt-content.ts'
import { receiptText } from '../../receipt/receipt-text.ts'
import { renderPage } from '#proof/testing/render-page.tsx'
import { exampleReceipt } from '#proof/testing/server/receipt.fixture.ts'
import { LANGUAGES } from '#words/languages.ts'
import { renderPage as renderOnServer } from '../entry-server.tsx'

const SUCCESS_URL = 'https://store.example/ok?status=authorized&signature=v1'

function shown(
  changes: Partial<Checkout>,
  payment: Partial<CheckoutPayment>,
  locale: string = 'en',
) {
  const held = { ...paidCheckout, ...changes, captureMethod: 'manual' } as const
  const amounts = { amountAuthorized: 25_990, succeededAt: null, moneyTaken: false }
  return pageCheckout({ ...held, payment: { ...cardPayment, ...amounts, ...payment } }, locale)
}
const held = (locale?: string) =>
  shown(
    { status: 'open', paymentStatus: 'authorized', successUrl: SUCCESS_URL },
    { status: 'authorized', captureBefore: '2026-11-27T16:43:18.902Z' },
    locale,
  )
const released = (status: 'canceled' | 'expired') =>
  shown({ status, paymentStatus: 'unpaid' }, { status: 'voided' })

const facts = () =>
  Array.from(document.querySelectorAll('.facts > div'), ({ textContent }) => textContent)
const header = () => document.querySelector('.summary')

describe('R-100: a payment that is held', () => {
  it('is authorized, not paid: the page says until when it may be charged', async () => {
    await renderPage(held())
    const heading = screen.getByRole('heading', { level: 1 })
    expect(heading).toHaveTextContent('Payment authorized')
    expect(
      screen.getByText(
        'Loja Exemplo will charge your card later, by Nov 27, 2026 at the latest. Nothing has been taken yet.',
      ),
    ).toBeVisible()
    expect(facts().slice(0, 2)).toEqual(['AuthorizedR$259.90', 'CardVisa ending in 4242'])
    expect(header()).toHaveTextContent('AuthorizedR$259.90')
    expect(document.body).not.toHaveTextContent(/[Yy]ou paid|received|already paid/)
    expect(document.querySelector('form')).toBeNull()
    await waitFor(() => expect(document.title).toBe('Payment authorized · Loja Exemplo'))
  })

  it('leads back to the shop like a payment, and only after a new one', async () => {
    await renderPage(held(), { search: '?from=challenge' })
    expect(screen.getByText(/Taking you back in 10 seconds/)).toBeVisible()
    expect(screen.getByRole('link', { name: /Back to/ })).toHaveAttribute('href', SUCCESS_URL)
  })

  it('stays where it was opened again', async () => {
    await renderPage(held())
    expect(screen.queryByText(/Taking you back/)).toBeNull()
    expect(screen.getByRole('link', { name: /Back to/ })).toHaveAttribute('href', SUCCESS_URL)
  })

  it.each(LANGUAGES)('in $tag reads without JavaScript as with it', ({ tag, direction }) => {
    const page = rendered(held(tag), tag)
    expect(page.direction).toBe(direction)
    const { title = '', text = '', total } = held(tag).standing ?? {}
    for (const said of [title, text, total?.label ?? '', total?.text ?? ''])
      expect(page.text).toContain(said)
    expect(page.refresh).toBeNull()
  })
})

function rendered(checkout: ReturnType<typeof pageCheckout>, locale: string) {
  const page = renderOnServer({
    locale,
    reference: 'reference',
    checkout,
    problem: null,
    search: '',
    fieldsUrl: 'https://fields.example',
    wordsPath: '/assets/words-en-1a2b.json',
    countriesPath: null,
  })
  return { ...page, text: page.html.replaceAll(/<[^>]+>/g, '').replaceAll('&#x27;', "'") }
}

describe('R-100: the form of a payment that will be held', () => {
  const open = (captureMethod: 'automatic' | 'manual') =>
    rendered(pageCheckout({ ...openCheckout, paymentMethods: ['card'], captureMethod }, 'en'), 'en')

  it('asks to authorize, and says when the card is charged', () => {
    const { text, data } = open('manual')
    expect(text).toContain('Authorize R$259.90')
    expect(text).toContain('You’ll be charged when Loja Exemplo confirms.')
    expect(text).not.toContain('Pay R$259.90')
    expect(data.words['pay.busy']).toBe('Authorizing…')
  })

  it('is as ever with automatic capture', () => {
    const { text, data } = open('automatic')
    expect(text).toContain('Pay R$259.90')
    expect(text).not.toContain('You’ll be charged')
    expect(Object.keys(data.words).filter((key) => /^(?:authoriz|released)/.test(key))).toEqual([])
  })
})

describe('R-101: a hold that was released', () => {
  it.each(['canceled', 'expired'] as const)('%s: charged nothing, and says so', async (status) => {
    await renderPage(released(status))
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('The hold was released')
    expect(
      screen.getByText(
        'You haven’t been charged. Your bank may still show the hold for a few days.',
      ),
    ).toBeVisible()
    expect(facts()).toEqual(['AuthorizedR$259.90'])
    expect(document.body).not.toHaveTextContent(/was canceled|has expired|declined/)
    await waitFor(() => expect(document.title).toBe('The hold was released · Loja Exemplo'))
  })
})

describe('R-101: a capture in part', () => {
  const inPart = {
    status: 'succeeded',
    amount: 20_000,
    succeededAt: '2026-11-22T16:43:18.902Z',
    moneyTaken: true,
  } as const

  it('is a receipt over what was captured, with what was held above it', async () => {
    await renderPage(shown({}, inPart))
    expect(facts().slice(0, 2)).toEqual(['AuthorizedR$259.90', 'AmountR$200.00'])
    expect(header()).toHaveTextContent('You paidR$200.00')
    expect(header()).toHaveTextContent('Adjustment\u2212R$59.90')
  })

  it('in full names no hold', async () => {
    await renderPage(shown({}, { ...inPart, amount: 25_990 }))
    expect(facts()[0]).toBe('AmountR$259.90')
  })

  it('is what the e-mail says, too', () => {
    const payment = { ...inPart, amountAuthorized: 25_990 }
    const text = receiptText(
      receiptContent(exampleReceipt({ captureMethod: 'manual' }, { payment })),
    )
    expect(text).toContain('You paid R$200.00 to ')
    expect(text).toContain('Authorized: R$259.90\nAmount: R$200.00\n')
    expect(text).toContain('Adjustment: \u2212R$59.90\n')
  })
})
