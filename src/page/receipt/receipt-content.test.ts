import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../words/languages.ts'
import { PAGE_WORDS } from '../../words/tables/page.ts'
import { receiptContent } from './receipt-content.ts'
import { receiptHtml } from './receipt-html.ts'
import { receiptText } from './receipt-text.ts'
import { exampleReceipt, RECEIPT_URL } from '../../proof/testing/server/receipt.fixture.ts'

const { merchant } = exampleReceipt().checkout

describe('a receipt', () => {
  it('states merchant, items, method, time, numbers and link', () => {
    const receipt = exampleReceipt(
      {
        currency: 'BRL',
        amount: 25_990,
        merchant: { ...merchant, name: 'Norte Livros', country: 'BR' },
        environment: 'production',
        lineItems: [
          { name: 'Camiseta', quantity: 2, unitAmount: 12_995, description: 'Azul' },
          { name: 'Boné', quantity: 1, unitAmount: 1000 },
        ],
        discounts: [{ label: 'Cupom', amount: 1000 }],
        shipping: { label: 'PAC', amount: 0 },
        orderReference: 'A-1001',
        installments: [{ count: 2, perInstallment: 12_995, total: 25_990, interestFree: true }],
      },
      {
        locale: 'pt-BR',
        payment: {
          id: 'pay_0Tq4mFhZ7Rk2vXw9sLd3Ye',
          amount: 25_990,
          installments: 2,
          card: { brand: 'visa', lastFour: '4242' },
          succeededAt: '2026-11-20T19:42:07.000Z',
        },
      },
    )
    const text = receiptText(receiptContent(receipt)).replaceAll('\u00A0', ' ')
    expect(text).toBe(`Você pagou R$ 259,90 para Norte Livros

Valor: R$ 259,90
Cartão: Visa com final 4242
Parcelas: 2x de R$ 129,95 sem juros
Quando: 20 de novembro de 2026 às 16:42 BRT
Pedido: A-1001
Número: pay_0Tq4mFhZ7Rk2vXw9sLd3Ye

Pedido
Camiseta (Azul, 2 unidades): R$ 259,90
Boné (1 unidade): R$ 10,00

Subtotal: R$ 269,90
Desconto (Cupom): −R$ 10,00
Frete (PAC): Grátis
Total: R$ 259,90

Você pode ler, imprimir ou salvar o recibo ali quando quiser.
${RECEIPT_URL}

Esta mensagem foi enviada automaticamente, porque este e-mail foi informado no pagamento. Se tiver dúvidas sobre o pedido, fale com Norte Livros.
`)
  })

  it.each([
    { method: 'pix', said: 'Method: Pix' },
    { method: 'boleto', said: 'Method: Boleto' },
  ] as const)('names $method', ({ method, said }) => {
    const receipt = exampleReceipt({}, { payment: { method, card: null, installments: 1 } })
    expect(receiptText(receiptContent(receipt))).toContain(said)
  })

  it('works without lines', async () => {
    const content = receiptContent(
      exampleReceipt({ lineItems: [], discounts: [], shipping: null, tax: null }),
    )
    expect(receiptText(content)).not.toContain(content.linesTitle + '\n')
    expect(await receiptHtml(content)).not.toContain('<h2')
  })

  it('states that no money moved in the sandbox, and never in production', () => {
    const banner = 'Sandbox. No real money moves here.'
    expect(receiptText(receiptContent(exampleReceipt({ environment: 'sandbox' })))).toContain(
      banner,
    )
    const real = receiptText(receiptContent(exampleReceipt({ environment: 'production' })))
    expect(real).not.toContain('Sandbox')
  })

  it.each(LANGUAGES)('is translated to $tag', async ({ tag, direction }) => {
    const content = receiptContent(exampleReceipt({}, { locale: tag }))
    expect(content.language).toEqual({ tag, direction })
    expect(content.link.text).toBe(PAGE_WORDS[tag]['email.link'])
    expect(`${receiptText(content)}${await receiptHtml(content)}`).not.toMatch(
      /\{\w+\}|\bundefined\b|\bnull\b|\[object/,
    )
    expect(await receiptHtml(content)).toContain(`<html lang="${tag}" dir="${direction}">`)
  })

  it.each([
    { locales: ['pt-PT', 'en'], tag: 'pt-BR' },
    { locales: ['eo', 'fr-CA'], tag: 'fr' },
    { locales: ['und-BR'], tag: 'pt-BR' },
    { locales: ['und-JP'], tag: 'ja' },
    { locales: ['und-CH'], tag: 'de' },
    { locales: ['und-TH'], tag: 'en' },
    { locales: ['no tag at all', 'es'], tag: 'es' },
    { locales: [], tag: 'en' },
  ])('for who reads $locales is in $tag', ({ locales, tag }) => {
    expect(receiptContent({ ...exampleReceipt(), locales }).language.tag).toBe(tag)
  })
})

/** Markup in merchants' texts, accidental or hostile. */
const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 8 }),
      fc.constantFrom(
        '<script>',
        '</td></table><a href="https://evil.example">',
        '<img src=x onerror=alert(1)>',
        '"',
        "'",
        '&lt;',
        '&',
        '{merchant}',
        '$&',
        '-->',
        '\r\n',
      ),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => parts.join(''))

const tagsOf = (markup: string) => markup.match(/<[^>]*>/g)

describe('text of merchants', () => {
  const write = (name: string, line: string, label: string, order: string) =>
    receiptContent(
      exampleReceipt({
        merchant: { ...merchant, name },
        lineItems: [{ name: line, quantity: 1, unitAmount: 25_990, description: line }],
        discounts: [],
        shipping: { label, amount: 0 },
        tax: null,
        orderReference: order,
      }),
    )

  it('adds no markup of its own', async () => {
    const expected = tagsOf(await receiptHtml(write('a', 'b', 'c', 'd')))
    await fc.assert(
      fc.asyncProperty(hostile, hostile, hostile, hostile, async (name, line, label, order) => {
        expect(tagsOf(await receiptHtml(write(name, line, label, order)))).toEqual(expected)
      }),
    )
  })

  it('keeps the subject on one line', () => {
    fc.assert(
      fc.property(hostile, (name) => {
        expect(write(name, 'b', 'c', 'd').subject).toMatch(/^\P{Cc}+$/u)
      }),
    )
  })

  it('adds no remote content', async () => {
    const markup = await receiptHtml(write('a', 'b', 'c', 'd'))
    expect(markup).not.toMatch(/src=|url\(|@import|<link|<img|<script/i)
    expect(markup.match(/https?:\/\/[^"<]*/g)).toEqual([RECEIPT_URL])
  })
})
