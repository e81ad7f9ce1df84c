import { describe, expect, it } from 'vitest'
import { PageCheckout } from '../../contract/page.ts'
import { exampleCheckout, examplePayment } from '../../proof/testing/page/checkout.fixture.ts'
import { pageCheckout } from './page-view.ts'

const NBSP = '\u00a0'

describe('pageCheckout', () => {
  const checkout = exampleCheckout({
    discounts: [{ label: 'BEMVINDO', amount: 1000 }],
    shipping: { label: 'Sedex', amount: 0 },
    tax: { label: 'ICMS', amount: 500 },
    installments: [{ count: 12, perInstallment: 2490, total: 29880, interestFree: false }],
    customer: { email: 'ana@example.com' },
    payment: examplePayment,
  })

  it("matches the page's schema", () => {
    for (const locale of ['en', 'pt-BR', 'es']) {
      const page = pageCheckout(checkout, locale)
      expect(PageCheckout.parse(page)).toEqual(page)
      expect(JSON.parse(JSON.stringify(page))).toEqual(page)
    }
  })

  it("formats all money in the shopper's language", () => {
    const page = pageCheckout(checkout, 'pt-BR')
    expect(page.amount).toEqual({ minor: 25990, currency: 'BRL', text: `R$${NBSP}259,90` })
    expect(page.lines).toEqual([
      {
        name: 'Camiseta',
        description: null,
        quantity: 2,
        hasImage: false,
        total: { minor: 25990, currency: 'BRL', text: `R$${NBSP}259,90` },
      },
    ])
    expect(page.sums.map(({ kind, label, amount }) => [kind, label, amount.text])).toEqual([
      ['subtotal', null, `R$${NBSP}259,90`],
      ['discount', 'BEMVINDO', `R$${NBSP}10,00`],
      ['shipping', 'Sedex', `R$${NBSP}0,00`],
      ['tax', 'ICMS', `R$${NBSP}5,00`],
    ])
    expect(page.installments?.[0]).toMatchObject({
      count: 12,
      perInstallment: { text: `R$${NBSP}24,90` },
      total: { text: `R$${NBSP}298,80` },
    })
    expect(pageCheckout(checkout, 'en').amount.text).toBe('R$259.90')
    expect(pageCheckout(exampleCheckout({ currency: 'KWD' }), 'en').amount.text).toBe(
      `KWD${NBSP}25.990`,
    )
  })

  it('omits sums that equal the lines', () => {
    expect(pageCheckout(exampleCheckout(), 'en').sums).toEqual([])
    const noLines = exampleCheckout({ lineItems: [], shipping: { label: 'Sedex', amount: 100 } })
    expect(pageCheckout(noLines, 'en').sums.map(({ kind }) => kind)).toEqual(['shipping'])
  })

  it('formats the time of payment with its zone', () => {
    expect(pageCheckout(checkout, 'en').payment?.paidAtText).toBe(
      'November 20, 2026 at 01:42 PM GMT-3',
    )
    expect(pageCheckout(checkout, 'pt-BR').payment?.paidAtText).toBe(
      '20 de novembro de 2026 às 13:42 BRT',
    )
    const abroad = { ...checkout, merchant: { ...checkout.merchant, country: 'PT' } }
    expect(pageCheckout(abroad, 'en').payment?.paidAtText).toBe('November 20, 2026 at 04:42 PM UTC')
  })

  it("formats a boleto's due date as a date without time", () => {
    const boleto = {
      type: 'boleto',
      digitableLine: '0'.repeat(47),
      barcode: '0'.repeat(44),
      dueDate: '2026-11-23',
    } as const
    const payment = { ...examplePayment, action: boleto }
    expect(pageCheckout(exampleCheckout({ payment }), 'pt-BR').payment?.action).toEqual({
      ...boleto,
      dueDateText: '23 de novembro de 2026',
    })
  })

  it('omits fields that the shopper does not need', () => {
    const text = JSON.stringify(pageCheckout(checkout, 'en'))
    for (const word of ['environment', 'logoUrl', 'metadata', 'merchantId', 'createdAt', 'RSA']) {
      expect(text).not.toContain(word)
    }
  })
})
