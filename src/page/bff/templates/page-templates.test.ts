import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { LOCALES, renderPage } from '../../web/entry-server.tsx'
import type { Checkout } from '../../../contract/checkout.ts'
import { everyField, sampleCheckout } from '../../../contract/openapi/sample-checkout.ts'
import { pageCheckouts } from '../../../proof/testing/page-checkouts.ts'
import { XSS_PAYLOADS } from '../../../proof/testing/xss-payloads.ts'
import { renderPage as renderInSandbox } from '../../../sandbox/page/entry-server.tsx'
import type { PageInput } from '../load-build.ts'
import { pageCheckout } from '../page-view.ts'
import { createPageTemplates } from './create-page-templates.ts'

const RUNS = 20
/** Seen, made, filled and compared, filled and compared, filled alone. */
const PAGES_OF_A_SHAPE = 5

const text = fc.oneof(
  fc.constantFrom(...XSS_PAYLOADS),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  fc.constantFrom(
    ' ',
    '-5',
    '\u{20000}',
    '\uE000\u{20001}\uE001',
    '$&',
    '{amount}',
    '2º lote',
    'ß',
    'https://x',
  ),
)
const amount = fc.integer({ min: 1, max: 10_000_000 })
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })

/** What sessions of one shape have in common. */
const shapes = fc.record({
  locale: fc.constantFrom(...LOCALES),
  lines: fc.integer({ min: 0, max: 7 }),
  hasDescriptions: fc.boolean(),
  hasDiscount: fc.boolean(),
  shipping: optional(fc.constantFrom(0, 1990)),
  hasTax: fc.boolean(),
  methods: fc.subarray([...sampleCheckout.paymentMethods], { minLength: 1 }),
  hasPlans: fc.boolean(),
  methodDiscount: fc.constantFrom(null, 'rate', 'amount'),
  collect: fc.constantFrom(sampleCheckout.collect, everyField),
  hasName: fc.boolean(),
  hasEmail: fc.boolean(),
  hasReference: fc.boolean(),
  hasText: fc.boolean(),
  cancels: fc.boolean(),
  merchant: fc.record({
    name: text,
    color: fc.constantFrom(null, '#0a7d33'),
    hasLogo: fc.boolean(),
  }),
})
type Shape = typeof shapes extends fc.Arbitrary<infer T> ? T : never

/** What they do not. */
const sessions = fc.record({
  reference: fc.stringMatching(/^[\w-]{33}$/),
  texts: fc.array(text, { minLength: 20, maxLength: 20 }),
  amounts: fc.array(amount, { minLength: 30, maxLength: 30 }),
  hours: fc.integer({ min: 1, max: 48 }),
})
type Own = typeof sessions extends fc.Arbitrary<infer T> ? T : never

function checkoutOf(shape: Shape, { texts, amounts, hours }: Own): Checkout {
  const nextText = rotate(texts)
  const nextAmount = rotate(amounts)
  const { methods, shipping, merchant } = shape
  const label = () => ({ label: nextText(), amount: nextAmount() })
  const plan = (count: number) => ({
    count,
    perInstallment: nextAmount(),
    total: nextAmount(),
    interestFree: count < 3,
    ...(count >= 3 && { interest: nextAmount(), monthlyInterestBasisPoints: 199 }),
  })
  return {
    ...sampleCheckout,
    merchant: {
      ...sampleCheckout.merchant,
      name: merchant.name,
      brand: {
        ...sampleCheckout.merchant.brand,
        color: merchant.color,
        logoUrl: merchant.hasLogo ? 'https://shop.example/logo.png' : null,
      },
    },
    amount: nextAmount(),
    lineItems: Array.from({ length: shape.lines }, () => ({
      name: nextText(),
      quantity: 1 + (nextAmount() % 3),
      unitAmount: nextAmount(),
      ...(shape.hasDescriptions && { description: nextText() }),
    })),
    discounts: shape.hasDiscount ? [label()] : [],
    shipping: shipping === null ? null : { label: nextText(), amount: shipping },
    tax: shape.hasTax ? label() : null,
    paymentMethods: methods,
    paymentMethodDiscounts:
      shape.methodDiscount === null || !methods.includes('pix')
        ? {}
        : {
            pix: {
              basisPoints: shape.methodDiscount === 'rate' ? 500 : null,
              discount: nextAmount(),
              total: nextAmount(),
            },
          },
    installments: shape.hasPlans && methods.includes('card') ? [1, 2, 3].map(plan) : null,
    collect: shape.collect,
    customer: {
      ...(shape.hasName && { name: nextText() }),
      ...(shape.hasEmail && { email: nextText() }),
    },
    orderReference: shape.hasReference ? nextText() : null,
    description: shape.hasText ? nextText() : null,
    cancelUrl: shape.cancels ? `https://shop.example/?${encodeURIComponent(nextText())}'&x` : null,
    now: '2026-11-20T12:00:00.000Z',
    expiresAt: new Date(Date.parse('2026-11-20T12:00:00.000Z') + hours * 3_600_000).toISOString(),
  }
}

function rotate<T>(values: readonly T[]): () => T {
  let next = 0
  return () => values[next++ % values.length] as T
}

function inputOf(shape: Shape, own: Own): PageInput {
  const { locale } = shape
  return {
    ...INPUT,
    locale,
    reference: own.reference,
    payBy: own.texts[0] ?? null,
    checkout: pageCheckout(checkoutOf(shape, own), locale),
  }
}

const INPUT = {
  reference: 'r'.repeat(33),
  problem: null,
  search: '',
  form: null,
  payBy: 'a time',
  fieldsUrl: 'https://fields.example',
  countriesPath: '/assets/countries.json',
  looksUpPlaces: true,
}

/** Renderings of the templates, with what was rendered afresh for them. */
function openTemplates(render: typeof renderPage) {
  const afresh = vi.fn<typeof renderPage>((input) => render(input))
  const error = vi.fn<(fields: object, message: string) => void>()
  return { afresh, error, templates: createPageTemplates(afresh, { error }) }
}

describe('page templates', () => {
  it.each([
    ['production', renderPage],
    ['the sandbox', (input: PageInput) => renderInSandbox(input)],
  ])('write what a fresh rendering writes, byte for byte, in %s', (_, render) => {
    fc.assert(
      fc.property(
        shapes,
        fc.array(sessions, { minLength: PAGES_OF_A_SHAPE, maxLength: PAGES_OF_A_SHAPE }),
        (shape, own) => {
          const { templates } = openTemplates(render as typeof renderPage)
          for (const one of own) {
            const input = inputOf(shape, one)
            expect(templates(input)).toEqual(render(input))
          }
        },
      ),
      { numRuns: RUNS },
    )
  })

  it('differ from no fresh rendering, whatever a session writes', () => {
    fc.assert(
      fc.property(shapes, fc.array(sessions, { minLength: 9, maxLength: 9 }), (shape, own) => {
        const { templates, error } = openTemplates(renderPage)
        const usual = { ...shape, merchant: { ...shape.merchant, name: 'Norte Livros' } }
        for (const one of own) templates(inputOf(usual, one))
        expect(error).not.toHaveBeenCalled()
      }),
      { numRuns: RUNS },
    )
  })

  it('render a shape afresh until it is known, and at each power of two', () => {
    const { afresh, templates } = openTemplates(renderPage)
    const renderings = Array.from({ length: 34 }, (_, index) => {
      const before = afresh.mock.calls.length
      templates({ ...INPUT, locale: 'en', checkout: openWith({ orderReference: `A-${index}` }) })
      return afresh.mock.calls.length - before
    })
    expect(renderings.flatMap((count, index) => (count > 0 ? [index] : []))).toEqual([
      0, 1, 2, 3, 5, 9, 17, 33,
    ])
  })

  it('are not filled again once they differed', () => {
    const { afresh, error, templates } = openTemplates(renderPage)
    const show = (reference: string) =>
      templates({ ...INPUT, locale: 'en', checkout: openWith({ orderReference: reference }) })
    for (const reference of ['A-1', 'A-2', 'A-3', 'A-4']) show(reference)
    expect(error).not.toHaveBeenCalled()
    // As if a component read what it only shows.
    afresh.mockImplementation((input) => {
      const page = renderPage(input)
      return input.checkout?.orderReference === 'A-7' ? { ...page, title: 'Another' } : page
    })
    expect(show('A-5').title).toContain('Norte Livros')
    expect(show('A-7').title).toBe('Another')
    expect(error).toHaveBeenCalledOnce()
    const before = afresh.mock.calls.length
    for (const reference of ['A-7', 'A-8', 'A-7']) show(reference)
    expect(afresh).toHaveBeenCalledTimes(before + 3)
  })

  it.each(
    Object.entries(pageCheckouts).filter(
      ([name]) => !['open', 'everyField', 'cardOnly', 'noLines'].includes(name),
    ),
  )('have none of a session that is %s', (_, checkout) => {
    const { afresh, templates } = openTemplates(renderPage)
    for (let shown = 0; shown < PAGES_OF_A_SHAPE; shown++)
      templates({ ...INPUT, locale: 'en', checkout })
    expect(afresh).toHaveBeenCalledTimes(PAGES_OF_A_SHAPE)
  })
})

function openWith(changes: Partial<Checkout>) {
  return pageCheckout({ ...sampleCheckout, customer: null, ...changes }, 'en')
}
