import { describe, expect, it } from 'vitest'
import { openCheckout, pageCheckouts } from '#proof/testing/page-checkouts.ts'
import { LOCALES, renderPage } from './entry-server.tsx'

const input = {
  locale: 'en',
  reference: 'reference',
  problem: null,
  search: '',
  fieldsUrl: 'https://fields.example',
  wordsPath: '/assets/words-en-1a2b.json',
  countriesPath: '/assets/countries-en-1a2b.json',
}
const STATES = Object.entries(pageCheckouts)

describe('renderPage', () => {
  it.each(STATES)('renders %s in every language, without inline styles', (_, checkout) => {
    for (const locale of LOCALES) {
      const { html, title } = renderPage({ ...input, locale, checkout })
      expect(html).toContain('<h1')
      expect(html).not.toMatch(/\sstyle=|undefined|\[object|\{\w+\}/)
      expect(title).toContain('Norte Livros')
    }
  })

  it.each(STATES)('says in %s who sells, and where help, terms and privacy are', (_, checkout) => {
    const { html } = renderPage({ ...input, checkout })
    const footer = html.slice(html.indexOf('<footer'))
    expect(footer).toContain('<bdi>Norte Livros Ltda · CNPJ\u00a012.345.678/0001-95</bdi>')
    expect(footer).toContain('<a href="mailto:ajuda@store.example">Help</a>')
    expect(footer).toContain(
      '<a href="https://store.example/privacy" target="_blank" rel="noopener">Privacy</a>',
    )
  })

  it('keeps the card frame apart, for the early script', () => {
    const { html, cardFrame } = renderPage({ ...input, checkout: openCheckout })
    expect(cardFrame).toMatch(/^<iframe [^>]*src="https:\/\/fields\.example\/[^>]*><\/iframe>$/)
    expect(html).toContain('<div class="card-frame"><div class="empty"')
    expect(html).not.toContain('<iframe')
  })

  it('has no card frame without a card to pay by', () => {
    expect(renderPage({ ...input, checkout: pageCheckouts.pix }).cardFrame).toBeNull()
  })

  it('has the logo of a merchant that has one as the icon of the tab', () => {
    const { merchant } = openCheckout
    const iconOf = (hasLogo: boolean) =>
      renderPage({ ...input, checkout: { ...openCheckout, merchant: { ...merchant, hasLogo } } })
        .icon
    expect([true, false].map(iconOf)).toEqual(['/api/checkout/reference/images/logo', null])
  })

  it('is deterministic', () => {
    const checkout = pageCheckouts.pix
    expect(renderPage({ ...input, checkout })).toEqual(renderPage({ ...input, checkout }))
  })

  it('contains one language, or the fallback for an unknown one', () => {
    const { data, locale } = renderPage({ ...input, locale: 'xx', checkout: openCheckout })
    expect([data.locale, locale, LOCALES[0]]).toEqual(['en', 'en', 'en'])
    expect(data.words['pay.button']).toBe('Pay {amount}')
    const { data: portuguese } = renderPage({ ...input, locale: 'pt-BR', checkout: openCheckout })
    expect(portuguese.words['pay.button']).toBe('Pagar {amount}')
    expect(Object.keys(portuguese.words).filter((key) => key.startsWith('email.'))).toEqual([])
  })

  it('contains only what an open form says before the words are loaded', () => {
    const wordsOf = (checkout: typeof openCheckout | null) =>
      Object.keys(renderPage({ ...input, checkout }).data.words)
    expect(wordsOf(openCheckout)).toEqual(
      expect.arrayContaining(['error.email.missing', 'field.email', 'order.discount']),
    )
    expect(wordsOf(openCheckout).filter((key) => /^(?:paid|broken)\./.test(key))).toEqual([])
    expect([wordsOf(pageCheckouts.paid), wordsOf(null)]).toEqual([[], []])
  })

  it("contains the merchant's country and the countries' URL only when an address is collected", () => {
    const without = renderPage({ ...input, checkout: openCheckout }).data
    expect([without.countries, without.countriesPath]).toEqual([[], null])
    const { html, data } = renderPage({ ...input, checkout: pageCheckouts.everyField })
    expect(html).toContain('<option value="BR" selected="">Brazil</option>')
    expect(html).not.toContain('Portugal')
    expect([data.countries, data.countriesPath]).toEqual([[['BR', 'Brazil']], input.countriesPath])
  })

  it('names the path of addresses by CEP only with a service, for an address', () => {
    const { everyField } = pageCheckouts
    const pathOf = (changes: object) =>
      renderPage({ ...input, checkout: everyField, ...changes }).data.postalCodesPath
    expect(pathOf({ looksUpPlaces: true })).toBe('/api/checkout/reference/postal-codes/')
    expect(pathOf({})).toBeUndefined()
    expect(pathOf({ looksUpPlaces: true, checkout: openCheckout })).toBeUndefined()
  })

  it("contains the shopper's known country, too", () => {
    const billingAddress = { line1: 'Rua Augusta, 1', city: 'Lisboa', country: 'PT' }
    const customer = { ...openCheckout.customer, billingAddress }
    const checkout = { ...pageCheckouts.everyField, customer }
    const { html } = renderPage({ ...input, checkout })
    expect(html).toContain('<option value="PT" selected="">Portugal</option>')
    expect(html).toContain('<option value="BR">Brazil</option>')
  })

  it('contains all countries in a form without JavaScript, which cannot load them', () => {
    const form = { method: 'pix' as const, token: 'token', values: null, problem: null }
    const { html } = renderPage({ ...input, checkout: pageCheckouts.everyField, form })
    expect(html).toMatch(/<noscript>.*<option value="PT">Portugal<.*<\/noscript>/)
  })

  it('shows the checking screen on return from the bank', () => {
    const checkout = pageCheckouts.challenge
    const { html, title } = renderPage({ ...input, checkout, search: '?from=challenge' })
    expect(html).toContain('We’re checking your payment')
    expect(title).toBe('We’re checking your payment · Norte Livros')
  })

  it('treats a payment after the challenge as new, an older one as already paid', () => {
    const checkout = pageCheckouts.paid
    const fresh = renderPage({ ...input, checkout, search: '?from=challenge' })
    expect(fresh.html).toContain('Payment received')
    expect(renderPage({ ...input, checkout }).html).toContain('This order is already paid')
  })

  it('shows the problem when there is no session', () => {
    const missing = renderPage({
      ...input,
      checkout: null,
      problem: { code: 'not_found', requestId: 'req_1' },
    })
    expect(missing.title).toBe('We can’t find this payment')
    const broken = renderPage({
      ...input,
      checkout: null,
      problem: { code: 'internal_error', requestId: 'req_1' },
    })
    expect(broken.html).toContain('req_1')
    expect(renderPage({ ...input, reference: null, checkout: null }).html).toContain(
      'We can’t find this payment',
    )
  })

  it("escapes the merchant's text", () => {
    const name = '</script><img src=x onerror=alert(1)>'
    const merchant = { ...openCheckout.merchant, name }
    const { html } = renderPage({ ...input, checkout: { ...openCheckout, merchant } })
    expect(html).not.toContain('<img src=x')
    expect(html).not.toContain('</script>')
  })

  it("contains the card frame's URL, with language and brand, where cards are accepted", () => {
    const frameOf = (checkout: typeof openCheckout, locale = 'en') =>
      renderPage({ ...input, locale, checkout }).data.cardFrameUrl
    expect(frameOf(openCheckout, 'pt-BR')).toBe('https://fields.example/card/reference/pt-BR')
    const merchant = { ...openCheckout.merchant, brandColor: '#ffdd00', radiusPx: 99 }
    const look = new URLSearchParams(
      new URL(frameOf({ ...openCheckout, merchant }) ?? '').hash.slice(1),
    )
    expect(look.get('radius')).toBe('24')
    expect(look.get('accent')).toMatch(/^#[0-9a-f]{6}$/)
    expect(look.get('accentDark')).toBe('#ffdd00')
    expect(frameOf(pageCheckouts.pix)).toContain('https://fields.example/card/reference/en')
    expect(frameOf({ ...openCheckout, methods: ['pix'] })).toBeNull()
    expect(frameOf(pageCheckouts.expired)).toBeNull()
  })

  it("names the card frame's origin to connect to, where there is a frame", () => {
    expect(renderPage({ ...input, checkout: openCheckout }).connectTo).toBe(
      'https://fields.example',
    )
    const withoutCards = { ...openCheckout, methods: ['pix' as const] }
    expect(renderPage({ ...input, checkout: withoutCards }).connectTo).toBeNull()
  })

  it("returns the merchant's brand as a style sheet", () => {
    const merchant = { ...openCheckout.merchant, brandColor: '#008060', radiusPx: 2 }
    const { style } = renderPage({ ...input, checkout: { ...openCheckout, merchant } })
    expect(style).toContain('--brand:#008060')
    expect(style).toContain('--radius:2px')
    expect(renderPage({ ...input, checkout: openCheckout }).style).toBe('')
  })
})
