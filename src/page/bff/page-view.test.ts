import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_MERCHANT_FACTS } from '#contract/merchant.ts'
import { PageCheckout, type PageInstallment } from '#contract/page.ts'
import { DeclineCode, type PaymentMethod } from '#contract/payment.ts'
import { installmentOptions } from '#domain/installments.ts'
import { METHODS, methodsThat } from '#domain/methods/methods.ts'
import { exampleCheckout, examplePayment } from '#proof/testing/page/checkout.fixture.ts'
import { pageCheckout } from './page-view.ts'

const NBSP = '\u00a0'

/** A plan as the page shows it. */
function shown({ count, perInstallment, text }: PageInstallment): string {
  return text ?? `${count} × ${perInstallment.text}`
}

/** What a text of amounts adds up to, in minor units: "R$33.34 + 2 × R$33.33" is 10000. */
function sumOf(text: string): number {
  const terms = text.replaceAll(/[^\d.+×]/g, '').split('+')
  const minorOf = (amount = '') => Number(amount.replaceAll('.', ''))
  return terms.reduce((sum, term) => {
    const [first, second] = term.split('×')
    return sum + (second === undefined ? minorOf(first) : Number(first) * minorOf(second))
  }, 0)
}

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

  it('states who sells in one line, and leads to help by e-mail, else by phone', () => {
    const facts = checkout.merchant
    const of = (merchant: Partial<typeof facts>) =>
      pageCheckout({ ...checkout, merchant: { ...facts, ...merchant } }, 'en').merchant
    expect(of({ taxId: '12ABC34501DE35' })).toMatchObject({
      seller: `Norte Livros Ltda · CNPJ${NBSP}12.ABC.345/01DE-35`,
      links: { help: 'mailto:ajuda@store.example', terms: 'https://store.example/terms' },
    })
    expect(of({ legalName: null, taxId: '11144477735' }).seller).toBe(`CPF${NBSP}111.444.777-35`)
    expect(of({ supportEmail: null }).links.help).toBe('tel:+559130040000')
    expect(of(NO_MERCHANT_FACTS)).toMatchObject({
      seller: null,
      links: { help: null, terms: null, privacy: null },
    })
  })

  it.each([
    [4, undefined],
    [3, 'You can try 3 more times.'],
    [1, 'You can try once more.'],
    [0, undefined],
  ])('counts %i payments that are left only when they are few', (attemptsLeft, text) => {
    expect(pageCheckout({ ...checkout, attemptsLeft }, 'en').attemptsLeftText).toBe(text)
  })

  it.each([
    ['expired', 'paid', /arrived too late\. Norte Livros/],
    ['canceled', 'partially_refunded', /arrived too late\. Norte Livros/],
    ['expired', 'refunded', /too late, so it’s being refunded/],
  ] as const)('says what becomes of late money: %s, %s', (status, paymentStatus, text) => {
    const of = (more: Partial<typeof checkout>) =>
      pageCheckout({ ...checkout, ...more }, 'en').lateMoneyText
    expect(of({ status, paymentStatus })).toMatch(text)
    expect(of({ status, paymentStatus: 'unpaid' })).toBeUndefined()
    expect(of({ status: 'complete', paymentStatus })).toBeUndefined()
    expect(of({ status: 'open' })).toBeUndefined()
  })

  it('frames a bank of a listed origin only, with the words of its dialog', () => {
    const url = 'https://acs.bank.example/challenge/1'
    const actionAt = (challengeFrameOrigins: string[], locale = 'en') => {
      const payment = { ...examplePayment, action: { type: 'challenge' as const, url } }
      return pageCheckout({ ...checkout, challengeFrameOrigins, payment }, locale).payment?.action
    }
    const texts = {
      title: 'Confirm with your bank',
      text: 'Your bank needs to confirm it’s you. You’ll come right back here.',
      button: 'Continue to your bank',
    }
    const alone = { type: 'challenge', url, texts }
    expect(actionAt([])).toEqual(alone)
    expect(actionAt(['https://bank.example', 'https://acs.bank.example.evil.example'])).toEqual(
      alone,
    )
    expect(actionAt(['https://acs.bank.example'])).toEqual({
      ...alone,
      frame: { open: 'Open your bank’s page', close: 'Close' },
    })
    expect(actionAt(['https://acs.bank.example'], 'pt-BR')).toMatchObject({
      frame: { close: 'Fechar' },
    })
  })

  it('names the payee before a Pix is paid as it does afterwards, whatever the merchant is called by then', () => {
    const action = { type: 'pix' as const, brCode: '0002', expiresAt: '2026-11-20T20:11:48.000Z' }
    const waiting = { ...examplePayment, action, succeededAt: null, payeeName: 'Loja de Antes' }
    const page = pageCheckout({ ...checkout, payment: waiting }, 'en').payment
    expect(page?.action).toMatchObject({
      texts: { scanSteps: expect.arrayContaining([expect.stringContaining('Loja de Antes')]) },
    })
    expect(page).not.toHaveProperty('payee')
    const paid = { ...waiting, action: null, succeededAt: '2026-11-20T19:42:07.000Z' }
    expect(pageCheckout({ ...checkout, payment: paid }, 'en').payment).toMatchObject({
      payee: { label: 'Payee', text: 'Loja de Antes' },
    })
  })

  it("formats all money in the shopper's language", () => {
    const page = pageCheckout(checkout, 'pt-BR')
    expect(page.amount).toEqual({ minor: 25990, text: `R$${NBSP}259,90` })
    expect(page.lines).toEqual([
      {
        name: 'Camiseta',
        description: null,
        quantity: 2,
        hasImage: false,
        units: `2${NBSP}×${NBSP}R$${NBSP}129,95`,
        total: { minor: 25990, text: `R$${NBSP}259,90` },
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
      adjustments: [
        { kind: 'interest', amount: { text: `R$${NBSP}38,90` }, plan: { monthlyRate: null } },
      ],
    })
    expect(pageCheckout(checkout, 'en').amount.text).toBe('R$259.90')
    expect(pageCheckout(exampleCheckout({ currency: 'KWD' }), 'en').amount.text).toBe(
      `KWD${NBSP}25.990`,
    )
  })

  it('F-16 shows installments that add up to their total', () => {
    const withInterest = 301
    const plan = { max: 24, minimumPerInstallment: 1, monthlyInterestBasisPoints: withInterest }
    const amounts = fc.oneof(fc.integer({ min: 1, max: 1e6 }), fc.constantFrom(10_000, 25_990))
    const currencies = fc.constantFrom('BRL', 'JPY', 'KWD')
    fc.assert(
      fc.property(
        amounts,
        currencies,
        fc.integer({ min: 1, max: 24 }),
        (amount, currency, free) => {
          const installments = installmentOptions(amount, { ...plan, interestFree: free })
          const page = pageCheckout(exampleCheckout({ amount, currency, installments }), 'en')
          for (const plan of page.installments ?? [])
            expect(sumOf(shown(plan))).toBe(sumOf(plan.total.text))
        },
      ),
    )
    const texts = (amount: number, locale: string) =>
      pageCheckout(
        exampleCheckout({
          amount,
          installments: installmentOptions(amount, { ...plan, max: 3, interestFree: 3 }),
        }),
        locale,
      ).installments?.map((plan) => shown(plan).replaceAll(NBSP, ' '))
    expect(texts(10_000, 'pt-BR')?.slice(1)).toEqual(['2 × R$ 50,00', 'R$ 33,34 + 2x de R$ 33,33'])
    expect(texts(10_001, 'en')?.slice(1)).toEqual(['R$50.01 + R$50.00', 'R$33.35 + 2 × R$33.33'])
  })

  it('omits the subtotal unless a sum changes it', () => {
    const free = exampleCheckout({ shipping: { label: 'PAC', amount: 0 }, discounts: [] })
    expect(pageCheckout(free, 'en').sums.map(({ kind }) => kind)).toEqual(['shipping'])
  })

  it('states the price of one only for several', () => {
    const [line] = exampleCheckout().lineItems
    if (line === undefined) throw new Error('the example has no line')
    const lines = (quantity: number) =>
      pageCheckout(exampleCheckout({ lineItems: [{ ...line, quantity }] }), 'en').lines
    expect(lines(2)[0]?.units).toBe(`2${NBSP}×${NBSP}R$129.95`)
    expect(lines(1)[0]?.units).toBe('1 unit')
  })

  it('omits sums that equal the lines', () => {
    expect(pageCheckout(exampleCheckout(), 'en').sums).toEqual([])
    const noLines = exampleCheckout({ lineItems: [], shipping: { label: 'Sedex', amount: 100 } })
    expect(pageCheckout(noLines, 'en').sums.map(({ kind }) => kind)).toEqual(['shipping'])
  })

  it('formats the time of payment with its zone, and without for browsers of the same', () => {
    const en = pageCheckout(checkout, 'en').payment
    expect(en?.paidAtText?.replaceAll('\u202f', ' ')).toBe('Nov 20, 2026, 1:42 PM GMT-3')
    expect(en?.paidAtLocal).toMatchObject({ offsetMinutes: -180, isLikely: false })
    expect(en?.paidAtLocal?.text.replaceAll('\u202f', ' ')).toBe('Nov 20, 2026, 1:42 PM')
    // A reader of the merchant's language is probably in the merchant's country.
    expect(pageCheckout(checkout, 'pt-BR').payment).toMatchObject({
      paidAtText: '20 de nov. de 2026, 13:42 BRT',
      paidAtLocal: { text: '20 de nov. de 2026, 13:42', isLikely: true },
    })
    const abroad = { ...checkout, merchant: { ...checkout.merchant, country: 'PT' } }
    expect(pageCheckout(abroad, 'en').payment?.paidAtText?.replaceAll('\u202f', ' ')).toBe(
      'Nov 20, 2026, 4:42 PM UTC',
    )
  })

  it.each([
    ['America/Manaus', 'BR', '12:42 PM GMT-4', -240, 'until 4:11 PM GMT-4', 'Nov 20'],
    ['America/New_York', 'US', '11:42 AM EST', -300, 'until 3:11 PM EST', 'Nov 20'],
    ['Asia/Tokyo', 'BR', '1:42 AM GMT+9', 540, 'until 5:11 AM GMT+9', 'Nov 21'],
  ])('F-4 tells all times in the zone %s', (timeZone, country, paidAt, offset, until, day) => {
    const merchant = { ...checkout.merchant, timeZone, country }
    const pix = { type: 'pix', brCode: '000201', expiresAt: '2026-11-20T20:11:48.000Z' } as const
    const at = '2026-11-20T16:42:07.000Z'
    const paid = { ...examplePayment, succeededAt: at, paidAt: null }
    const refunds = [{ amount: 100, at }]
    const of = (payment: typeof paid | (Omit<typeof paid, 'action'> & { action: typeof pix })) =>
      JSON.stringify(
        pageCheckout({ ...checkout, merchant, payment, refunds, amountRefunded: 100 }, 'en'),
      ).replaceAll(/[\u202f\u00a0]/g, ' ')
    expect(of(paid)).toContain(paidAt)
    expect(of(paid)).toContain(`"offsetMinutes":${offset},"isLikely":false`)
    expect(of(paid)).toContain(`${day}, 2026`)
    expect(of({ ...paid, action: pix })).toContain(until)
    const inPortuguese = pageCheckout({ ...checkout, merchant, payment: paid }, 'pt-BR').payment
    expect(inPortuguese?.paidAtLocal?.isLikely).toBe(false)
  })

  describe('money that went back', () => {
    const returned = (changes: Parameters<typeof exampleCheckout>[0], locale = 'en') =>
      pageCheckout(
        exampleCheckout({
          status: 'complete',
          payment: { ...examplePayment, amount: 25_990, installments: 1 },
          ...changes,
        }),
        locale,
      ).standing
    const REFUNDS = [
      { amount: 4_000, at: '2026-11-21T12:00:00.000Z' },
      { amount: 6_000, at: '2026-11-23T12:00:00.000Z' },
    ]

    it('is nothing for most sessions', () => {
      expect(returned({})).toBeNull()
    })

    it('states each refund with its date, and the balance', () => {
      expect(returned({ amountRefunded: 10_000, refunds: REFUNDS })).toEqual({
        title: 'R$100.00 refunded',
        text: 'The money goes back to your card. It can take up to two statements to appear.',
        total: null,
        facts: [
          ['Paid', 'R$259.90', null],
          ['Refunded', '\u2212R$40.00', 'Nov 21, 2026'],
          ['Refunded', '\u2212R$60.00', 'Nov 23, 2026'],
          ['Total after refunds', 'R$159.90', null],
        ],
      })
      expect(returned({ amountRefunded: 10_000, refunds: REFUNDS }, 'pt-BR')?.title).toBe(
        `Reembolso de R$${NBSP}100,00`,
      )
    })

    it.each(['ar', 'he'])('has its sign left of the digits, as %s writes it', (locale) => {
      const row = returned({ amountRefunded: 10_000, refunds: [] }, locale)?.facts[1]
      expect(row?.[1]).toMatch(/^\u200F\u200E\u2212100\.00/u)
    })

    it('has a row without date for what no refund explains, as with an older server', () => {
      const facts = returned({ amountRefunded: 10_000, refunds: REFUNDS.slice(1) })?.facts
      expect(facts?.slice(1, 3)).toEqual([
        ['Refunded', '\u2212R$40.00', null],
        ['Refunded', '\u2212R$60.00', 'Nov 23, 2026'],
      ])
    })

    it('is the whole amount', () => {
      const at = '2026-11-21T12:00:00.000Z'
      const whole = { amountRefunded: 25_990, refunds: [{ amount: 25_990, at }] }
      expect(returned({ paymentStatus: 'refunded', ...whole })).toMatchObject({
        title: 'This payment was refunded',
        total: { label: 'Refunded', text: 'R$259.90' },
        facts: [
          ['Paid', 'R$259.90', null],
          ['Refunded', '\u2212R$259.90', 'Nov 21, 2026'],
          ['Total after refunds', 'R$0.00', null],
        ],
      })
    })

    it('to something else than a card promises no statement', () => {
      const payment = { ...examplePayment, method: 'pix', card: null } as const
      expect(returned({ amountRefunded: 10_000, refunds: REFUNDS, payment })?.text).toBe(
        'The refund goes to the payment method you used.',
      )
    })

    it('of a boleto goes to a bank account, and promises no way back to the slip', () => {
      const payment = { ...examplePayment, method: 'boleto', card: null } as const
      expect(returned({ amountRefunded: 10_000, refunds: REFUNDS, payment })?.text).toBe(
        'A boleto is usually refunded to a bank account. Norte Livros can tell you how you’ll get the money.',
      )
    })

    it('R-108: that could not be delivered is said, and has no row', () => {
      expect(returned({ amountUndelivered: 25_990 })).toEqual({
        title: 'This order is already paid',
        text: 'A refund of R$259.90 couldn’t be delivered. Ask Norte Livros.',
        total: null,
        facts: [['Amount', 'R$259.90', null]],
      })
      const inPart = { amountRefunded: 10_000, refunds: REFUNDS, amountUndelivered: 5_000 }
      expect(returned(inPart)?.text).toBe(
        'The money goes back to your card. It can take up to two statements to appear. A refund of R$50.00 couldn’t be delivered. Ask Norte Livros.',
      )
      expect(returned(inPart)?.facts).toEqual(returned({ ...inPart, amountUndelivered: 0 })?.facts)
    })

    it("taken back by a bank is no refund of the merchant's", () => {
      expect(returned({ amountReversed: 5_990 })).toEqual({
        title: 'Your bank returned R$59.90',
        text: 'Your bank returned R$59.90 of this payment and can tell you why. For questions about your order, contact Norte Livros.',
        total: null,
        facts: [
          ['Paid', 'R$259.90', null],
          ['Returned by your bank', '\u2212R$59.90', null],
          ['Total after that', 'R$200.00', null],
        ],
      })
      expect(returned({ amountReversed: 25_990 })).toMatchObject({
        title: 'Your bank returned this payment',
        total: { label: 'Returned by your bank', text: 'R$259.90' },
      })
      const both = returned({
        amountRefunded: 25_990,
        refunds: [{ amount: 25_990, at: '2026-11-21T12:00:00.000Z' }],
        amountReversed: 5_990,
      })
      expect(both?.facts.at(-1)).toEqual(['Total after that', 'R$0.00', null])
      expect(both?.text).toMatch(
        /^Your bank returned R\$59\.90 .* The money goes back to your card\./,
      )
    })
  })

  it("formats a boleto's due date as a date without time", () => {
    const boleto = {
      type: 'boleto',
      digitableLine: '0'.repeat(47),
      barcode: '0'.repeat(44),
      dueDate: '2026-11-23',
    } as const
    const payment = { ...examplePayment, action: boleto }
    expect(pageCheckout(exampleCheckout({ payment }), 'pt-BR').payment?.action).toMatchObject({
      ...boleto,
      dueDateText: '23 de novembro de 2026',
    })
  })

  it('brings the sentences of an action, with the payee and the clock time of a Pix', () => {
    const pix = { type: 'pix', brCode: '000201', expiresAt: '2026-11-20T20:11:48.000Z' } as const
    const { action } = pageCheckout(
      exampleCheckout({ payment: { ...examplePayment, action: pix } }),
      'pt-BR',
    ).payment ?? { action: null }
    if (action?.type !== 'pix') throw new Error('no Pix')
    expect(action.texts).toMatchObject({
      until: 'até 17:11 BRT',
      untilLocal: { text: 'até 17:11', offsetMinutes: -180, isLikely: true },
      waiting: 'Aguardando pagamento · expira em {time}',
    })
    expect(action.texts.copySteps).toEqual([
      'Copie o código.',
      'Abra o app do seu banco e cole em Pix copia e cola.',
      expect.stringMatching(/^Confira se quem recebe é .+ e confirme.$/),
    ])
  })

  describe('a payment that failed', () => {
    const declined = (method: PaymentMethod, declineCode: DeclineCode) => {
      const failed = { status: 'failed', succeededAt: null, moneyTaken: false } as const
      const payment = { ...examplePayment, ...failed, method, declineCode }
      return pageCheckout(exampleCheckout({ payment }), 'en').payment?.decline
    }
    const OTHER = 'The payment didn’t go through'
    const WITHOUT_CARD = methodsThat(({ needsSealedCard }) => !needsSealedCard)

    it('by card says what the bank said of the card', () => {
      expect(declined('card', 'processing_error')?.title).toBe(
        'The bank couldn’t process this card',
      )
    })

    it.each(WITHOUT_CARD)('by %s says nothing of a card, whatever the code', (method) => {
      const texts = DeclineCode.options.map((code) => declined(method, code))
      expect(JSON.stringify(texts)).not.toMatch(/card/i)
      const own = DeclineCode.options.filter((_, index) => texts[index]?.title !== OTHER)
      expect(own.toSorted()).toEqual([METHODS[method].expiresAs, 'replaced'])
    })

    it('by Pix says that its code expired', () => {
      expect(declined('pix', 'pix_expired')?.title).toBe('The Pix code has expired')
    })
  })

  it('omits fields that the shopper does not need', () => {
    const text = JSON.stringify(pageCheckout(checkout, 'en'))
    for (const word of ['environment', 'logoUrl', 'metadata', 'merchantId', 'createdAt', 'RSA']) {
      expect(text).not.toContain(word)
    }
  })
})
