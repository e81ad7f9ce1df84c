import { describe, expect, it } from 'vitest'
import { renderPage as renderInProduction } from '#page/web/entry-server.tsx'
import { pageCheckouts } from '#proof/testing/page-checkouts.ts'
import { sandboxWords } from '#words/sandbox-words.ts'
import { LOCALES, renderPage } from './entry-server.tsx'

const input = {
  locale: 'en',
  reference: 'reference',
  problem: null,
  search: '',
  fieldsUrl: 'https://fields.example',
  wordsPath: '/assets/words-en-1a2b.json',
  countriesPath: null,
}
const OPEN = { ...input, checkout: pageCheckouts.open }
const NOTHING = { ...input, reference: null, checkout: null }
const TEST_VALUES = 'Test cards and emails'
const PANEL = 'Decide what happens'

describe("the sandbox's page", () => {
  it.each(LOCALES)('is marked as a sandbox in %s, on every page', (locale) => {
    const { banner } = sandboxWords(locale)
    expect(renderPage({ ...OPEN, locale }).html).toContain(banner)
    expect(renderPage({ ...NOTHING, locale }).html).toContain(banner)
  })

  it('has test values below its form, and outcomes below an undecided session', () => {
    const partsOf = (html: string) => [html.includes(TEST_VALUES), html.includes(PANEL)]
    expect(partsOf(renderPage(OPEN).html)).toEqual([true, true])
    expect(partsOf(renderPage({ ...input, checkout: pageCheckouts.pix }).html)).toEqual([
      false,
      true,
    ])
    expect(partsOf(renderPage({ ...input, checkout: pageCheckouts.paid }).html)).toEqual([
      false,
      false,
    ])
    expect(partsOf(renderPage(NOTHING).html)).toEqual([false, false])
  })

  it('has texts that production has not', () => {
    const { html } = renderInProduction(OPEN)
    for (const text of [TEST_VALUES, PANEL, sandboxWords('en').banner])
      expect(html).not.toContain(text)
  })
})
