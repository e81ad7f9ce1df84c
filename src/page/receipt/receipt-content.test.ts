import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CheckoutPayment } from '#contract/checkout.ts'
import type { Image } from '#contract/image.ts'
import { LIMITS } from '#contract/limits.ts'
import { LANGUAGES } from '#words/languages.ts'
import { PAGE_WORDS } from '#words/tables/page.ts'
import { receiptContent } from './receipt-content.ts'
import { receiptHtml } from './receipt-html.ts'
import { receiptText } from './receipt-text.ts'
import { renderReceipt } from './render-receipt.ts'
import { exampleReceipt, RECEIPT_URL } from '#proof/testing/server/receipt.fixture.ts'

const { merchant } = exampleReceipt().checkout
/** Where Gmail cuts a message off. */
const CLIPPED_AT_BYTES = 102_000

// tests guard: mail-lines

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
Cartão: Visa final 4242
Parcelas: 2x de R$ 129,95 sem juros
Data: 20 de nov. de 2026, 16:42 BRT
Pedido: A-1001
Vendido por: Loja Exemplo Ltda · CNPJ 12.345.678/0001-95
Ajuda: ajuda@store.example
Código do pagamento: pay_0Tq4mFhZ7Rk2vXw9sLd3Ye

Subtotal: R$ 269,90
Desconto (Cupom): −R$ 10,00
Frete (PAC): Grátis
Total: R$ 259,90

Você pode ler, imprimir ou salvar o recibo ali quando quiser.
${RECEIPT_URL}

Pedido
Camiseta (Azul · 2 × R$ 129,95): R$ 259,90
Boné (1 unidade): R$ 10,00

Este e-mail foi enviado automaticamente porque este endereço foi informado no pagamento. Se tiver dúvidas sobre o pedido, fale com Norte Livros.
`)
  })

  it.each([
    [10_000, 'Parcelas: R$ 33,34 + 2x de R$ 33,33 sem juros\n'],
    // The processor took less, and the merchant accepted it.
    [9_000, 'Parcelas: 3\n'],
  ])('F-16 states installments that add up to %i', (amount, said) => {
    const installments = [{ count: 3, perInstallment: 3334, total: 10_000, interestFree: true }]
    const receipt = exampleReceipt(
      { amount: 10_000, installments },
      { locale: 'pt-BR', payment: { installments: 3, amount } },
    )
    expect(receiptText(receiptContent(receipt)).replaceAll('\u00A0', ' ')).toContain(said)
  })

  it('states the interest of installments, and adds up to what was paid', () => {
    const receipt = exampleReceipt(
      {
        lineItems: [{ name: 'Camiseta', quantity: 2, unitAmount: 12_995 }],
        discounts: [],
        shipping: { label: 'PAC', amount: 0 },
        tax: null,
      },
      {
        locale: 'pt-BR',
        payment: {
          installments: 12,
          amount: 29_484,
          interest: 3_494,
          monthlyInterestBasisPoints: 199,
        },
      },
    )
    const text = receiptText(receiptContent(receipt)).replaceAll('\u00A0', ' ')
    expect(text).toContain('Valor: R$ 294,84\n')
    expect(text).toContain('Juros (12x, 1,99% a.m.): R$ 34,94\nData:')
    expect(text).toContain(`Frete (PAC): Grátis
Subtotal: R$ 259,90
Juros (12x, 1,99% a.m.): R$ 34,94
Total: R$ 294,84
`)
  })

  it.each([
    { method: 'pix', said: 'Paid with: Pix' },
    { method: 'boleto', said: 'Paid with: Boleto' },
  ] as const)('names $method', ({ method, said }) => {
    const receipt = exampleReceipt({}, { payment: { method, card: null, installments: 1 } })
    expect(receiptText(receiptContent(receipt))).toContain(said)
  })

  const byPix = (changes: Partial<CheckoutPayment>) =>
    exampleReceipt(
      { merchant: { ...merchant, country: 'BR' } },
      {
        locale: 'pt-BR',
        payment: {
          method: 'pix',
          card: null,
          installments: 1,
          payeeName: merchant.legalName,
          succeededAt: '2026-11-20T19:42:07.000Z',
          paidAt: '2026-11-20T19:40:31.480Z',
          endToEndId: 'E12345678202611201940zHFF5SlmgzB',
          ...changes,
        },
      },
    )
  const textOf = (changes: Partial<CheckoutPayment>) => receiptText(receiptContent(byPix(changes)))

  it('of a Pix states who was paid, the id of its central bank, and the time of its bank', () => {
    const text = textOf({})
    expect(text).toContain('Data: 20 de nov. de 2026, 16:40 BRT\n')
    expect(text).toContain(`Quem recebeu: Loja Exemplo Ltda · CNPJ 12.345.678/0001-95\n`)
    expect(text).toContain('ID da transação Pix: E12345678202611201940zHFF5SlmgzB\n')
    expect(text).not.toContain('Vendido por')
  })

  it('of a Pix of an older server states the seller, and the time of the answer', () => {
    const text = textOf({ payeeName: undefined, paidAt: undefined, endToEndId: undefined })
    expect(text).toContain('Data: 20 de nov. de 2026, 16:42 BRT\n')
    expect(text).toContain('Vendido por: Loja Exemplo Ltda')
    expect(text).not.toMatch(/Quem recebeu|ID da transação/)
  })

  it('of a Pix names both, once the seller has another name', () => {
    const text = textOf({ payeeName: 'Loja de Antes Ltda' })
    expect(text).toContain('Quem recebeu: Loja de Antes Ltda\n')
    expect(text).toContain('Vendido por: Loja Exemplo Ltda')
  })

  it('lets no name or id add a line', () => {
    const text = textOf({ payeeName: 'A\nB: C', endToEndId: 'E1\nPago: 2' })
    expect(text).toContain('Quem recebeu: A B: C\n')
    expect(text).toContain('ID da transação Pix: E1 Pago: 2\n')
  })

  it('F-12: states total and link before mail services cut it short, whatever was bought', async () => {
    const text = (length: number) => '&'.repeat(length)
    const content = receiptContent(
      exampleReceipt({
        description: text(LIMITS.descriptionLengthMax),
        lineItems: Array.from({ length: LIMITS.lineItemsMax }, () => ({
          name: text(LIMITS.nameLengthMax),
          quantity: 1,
          unitAmount: 130,
          description: text(LIMITS.descriptionLengthMax),
        })),
        discounts: Array.from({ length: LIMITS.discountsMax }, () => ({
          label: text(LIMITS.nameLengthMax),
          amount: 0,
        })),
        orderReference: text(LIMITS.orderReferenceLengthMax),
      }),
    )
    const [, total = ''] = content.sums.at(-1) ?? []
    for (const message of [await receiptHtml(content), receiptText(content)]) {
      const shown = Buffer.from(message).subarray(0, CLIPPED_AT_BYTES).toString()
      expect(Buffer.byteLength(message)).toBeGreaterThan(CLIPPED_AT_BYTES)
      expect(shown).toContain(RECEIPT_URL)
      expect(shown.split(total).length).toBeGreaterThan(2)
    }
  })

  it('breaks no id beside its label', async () => {
    const html = await receiptHtml(receiptContent(byPix({})))
    const cells = [...html.matchAll(/<td colspan="2"[^]*?<\/td>/g)].map(([cell]) => cell)
    expect(cells).toHaveLength(2)
    expect(cells[1]).toContain('>E12345678202611201940zHFF5SlmgzB<')
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

const GIF: Image = {
  contentType: 'image/gif',
  bytes: Uint8Array.from(Buffer.from('4749463839612c016400', 'hex')),
}

describe('the brand of a receipt', () => {
  const branded = (logo?: Image, color: string | null = '#2f6f73') => {
    const brand = { ...merchant.brand, color }
    const receipt = exampleReceipt({ merchant: { ...merchant, name: 'Norte Livros', brand } })
    return renderReceipt({ ...receipt, logo })
  }
  const textOf = (markup: string) =>
    markup.slice(markup.indexOf('<body')).replaceAll(/<[^>]*>/g, ' ')

  it('is the initial in its colour, beside the name, and a button of the colour', async () => {
    const { html, logo } = await branded()
    expect(html).toMatch(/background:#2f6f73;color:#ffffff"\s+aria-hidden="true"\s*>N</)
    expect(html).not.toContain('<img')
    expect(html.match(/background:#2f6f73/g)).toHaveLength(2)
    expect(logo).toBeUndefined()
  })

  it('is a logo that is a part of the message; a wordmark stands for the name', async () => {
    const { html, logo } = await branded(GIF)
    expect(html).toMatch(/<img\s+src="cid:logo"\s+width="120"\s+height="40"\s+alt="Norte Livros"/)
    expect(html).not.toContain('>N<')
    expect(logo).toBe(GIF)
  })

  it('leaves out a picture that mail clients may not show', async () => {
    const { html, logo } = await branded({ ...GIF, contentType: 'image/avif' })
    expect(html).not.toContain('<img')
    expect(logo).toBeUndefined()
  })

  it('names the merchant once above the facts, and links to whom to ask', async () => {
    const { html } = await branded()
    const [head = ''] = textOf(html).split('Amount')
    expect(head.match(/Norte Livros/g)).toHaveLength(1)
    expect(html).toContain('<a href="mailto:ajuda@store.example"')
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

  it('S-124: breaks no line of the message', () => {
    const lineCount = (content: ReturnType<typeof write>) => receiptText(content).split('\n').length
    const expected = lineCount(write('a', 'b', 'c', 'd'))
    fc.assert(
      fc.property(hostile, hostile, hostile, hostile, (name, line, label, order) => {
        const content = write(name, line, label, order)
        expect(lineCount(content)).toBe(expected)
        expect(receiptText(content)).not.toMatch(/[\u0080-\u009f\u202a-\u202e]/)
      }),
    )
    const broken = 'a\n\nPay here: https://evil.example\u2028b\u202ec'
    expect(lineCount(write(broken, broken, broken, broken))).toBe(expected)
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
