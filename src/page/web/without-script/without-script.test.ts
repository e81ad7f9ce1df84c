import { describe, expect, it } from 'vitest'
import type { PageCheckout, PageForm } from '#contract/page.ts'
import { openCheckout, pageCheckouts } from '#proof/testing/page-checkouts.ts'
import { LOCALES, readForm, renderPage } from '../entry-server.tsx'

const input = {
  locale: 'en',
  reference: 'reference',
  problem: null,
  search: '',
  fieldsUrl: 'https://fields.example',
  wordsPath: '/assets/words-en-1a2b.json',
  countriesPath: '/assets/countries-en-1a2b.json',
}
const freshForm = { method: 'pix', token: 'a.b.c', values: null, problem: null } as const

/** The content of the page's `noscript` elements. */
function withoutScript(
  checkout: PageCheckout,
  more: Partial<Parameters<typeof renderPage>[0]> = {},
) {
  const { html } = renderPage({ ...input, checkout, payBy: 'a time', ...more })
  const parts = [...html.matchAll(/<noscript>(.*?)<\/noscript>/gs)].map(([, part]) => part)
  expect(parts).toHaveLength(1)
  return parts[0] ?? ''
}

describe('a page without JavaScript', () => {
  it('states in every language why cards do not work, and offers the other methods', () => {
    for (const locale of LOCALES) {
      const html = withoutScript(openCheckout, { locale })
      expect(html).toContain('JavaScript')
      expect(html).toContain('href="?pay=pix"')
      expect(html).toContain('href="?pay=boleto"')
      expect(html).not.toContain('<form')
    }
    expect(withoutScript(pageCheckouts.cardOnly)).not.toContain('href')
  })

  it('adds little for browsers with JavaScript', () => {
    expect(withoutScript(openCheckout).length).toBeLessThan(1_000)
  })

  it('keeps the chosen language', () => {
    const html = withoutScript(openCheckout, { search: '?locale=es', form: freshForm })
    expect(html).toContain('action="?pay=pix&amp;locale=es"')
    expect(html).toContain('href="?pay=boleto&amp;locale=es"')
  })

  it.each([
    ['open', null],
    ['pix', 15],
    ['boleto', null],
    ['checking', 5],
    ['processing', 5],
    ['challenge', null],
    ['paid', null],
    ['expired', null],
    ['canceled', null],
  ] as const)('asks again by itself while %s: %s', (state, seconds) => {
    const { refresh } = renderPage({ ...input, checkout: pageCheckouts[state] })
    expect(refresh?.seconds ?? null).toBe(seconds)
  })

  it("shows the code's deadline instead of a countdown", () => {
    expect(withoutScript(pageCheckouts.pix)).toContain('a time')
  })

  it("shows the session's deadline when it is near", () => {
    const near = { ...openCheckout, expiresAt: '2026-11-20T20:42:06.000Z' }
    expect(withoutScript(near)).toContain('a time')
    expect(withoutScript(openCheckout)).not.toContain('a time')
  })

  it('offers the way back to a live code, and replaces it by id', () => {
    const html = withoutScript(pageCheckouts.pix, { search: '?pay=pix', form: freshForm })
    expect(html).toContain('Back to the Pix code')
    expect(html).toContain(`name="replaces" value="${pageCheckouts.pix.payment.id}"`)
  })

  it('has exactly the collected fields in its form, each once', () => {
    const named = (form: PageForm, checkout: PageCheckout) =>
      [...withoutScript(checkout, { form }).matchAll(/ name="([^"]+)"/g)].map(([, name]) => name)
    expect(named(freshForm, openCheckout)).toEqual(['email', 'token'])
    expect(named({ ...freshForm, method: 'boleto' }, openCheckout)).toEqual([
      'name',
      'tax-id',
      'email',
      'token',
    ])
    expect(named({ ...freshForm, method: 'boleto' }, pageCheckouts.everyField)).toEqual([
      'email',
      'name',
      'tax-id',
      'phone',
      'country',
      'postal-code',
      'address-line1',
      'address-line2',
      'city',
      'state',
      'token',
    ])
  })

  it('shows a refusal, next to the field where there is one', () => {
    const form = { ...freshForm, values: { email: 'ana' } }
    expect(withoutScript(openCheckout, { form })).toContain('Enter a full email, like')
    const values = { email: 'ana@example.com' }
    const problem = (code: string, path: string) => ({
      code,
      requestId: 'req_1',
      errors: [{ path, code: 'invalid', message: '' }],
    })
    const refused = {
      ...freshForm,
      values,
      problem: problem('validation_failed', 'customer.email'),
    }
    expect(withoutScript(openCheckout, { form: refused })).toContain('Please check this field')
    const phone = { ...freshForm, values, problem: problem('validation_failed', 'customer.phone') }
    const askingPhone = {
      ...openCheckout,
      collect: { ...openCheckout.collect, phone: 'optional' },
    } as const
    expect(withoutScript(askingPhone, { form: phone })).toContain('without extension')
    const often = { ...freshForm, values, problem: problem('rate_limited', '') }
    expect(withoutScript(openCheckout, { form: often })).toContain(
      'Too many attempts from this device',
    )
    const down = { ...freshForm, values, problem: problem('payments_unavailable', '') }
    expect(withoutScript(openCheckout, { form: down })).toContain('isn’t working right now')
    const stale = { ...freshForm, values, problem: problem('form_stale', '') }
    expect(withoutScript(openCheckout, { form: stale })).toContain('Please try again')
  })

  it('links on from an error page', () => {
    const problem = { code: 'internal_error', requestId: 'req_1' }
    const { html } = renderPage({ ...input, checkout: null, problem })
    expect(html).toMatch(/<noscript><a [^>]*href="\?from=form">Try again<\/a><\/noscript>/)
  })

  it('shows a payment after the form as new', () => {
    const { html } = renderPage({ ...input, checkout: pageCheckouts.paid, search: '?from=form' })
    expect(html).toContain('Payment received')
  })

  it('says how much was refunded', () => {
    const standing = {
      title: 'R$100.00 refunded',
      text: 'It goes back.',
      total: null,
      facts: [['Refunded', '−R$100.00', 'Nov 23, 2026'] as [string, string, string]],
    }
    const { html, title } = renderPage({ ...input, checkout: { ...pageCheckouts.paid, standing } })
    expect(html).toContain('R$100.00 refunded</h1>')
    expect(html).toContain('<span>Refunded</span><small>Nov 23, 2026</small>')
    expect(title).toBe('R$100.00 refunded · Norte Livros')
  })
})

describe('readForm', () => {
  const boleto = { email: 'ana@example.com', name: ' Ana Souza ', 'tax-id': '529.982.247-25' }

  it('is the request body, with collected fields only', () => {
    expect(readForm(openCheckout, { method: 'boleto', values: { ...boleto, phone: '1' } })).toEqual(
      {
        method: 'boleto',
        customer: { email: 'ana@example.com', name: 'Ana Souza', taxId: '52998224725' },
      },
    )
  })

  it.each([
    ['nothing', {}],
    ['a wrong tax number', { ...boleto, 'tax-id': '111.444.777-00' }],
    ['no name', { ...boleto, name: ' ' }],
  ])('is none of %s', (_, values) => {
    expect(readForm(openCheckout, { method: 'boleto', values })).toBeNull()
  })

  it('is null for cards, which this form never takes', () => {
    expect(readForm(openCheckout, { method: 'card', values: boleto })).toBeNull()
  })
})
