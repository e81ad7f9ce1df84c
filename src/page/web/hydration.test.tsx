// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { act, screen, waitFor, within } from '@testing-library/react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CARD_FRAME_ORIGIN } from '#proof/testing/card-frame.ts'
import { openCheckout, pageCheckouts } from '#proof/testing/page-checkouts.ts'
import type { PageCheckout } from '#contract/page.ts'
import { App } from './app.tsx'
import { BrowserContext } from './browser.ts'
import { sentWords } from '#words/sent-words.ts'
import { expectNoHeldTexts } from '#proof/testing/held-texts.ts'
import { serverMarkup } from '#proof/testing/server-markup.ts'
import { renderPage } from './entry-server.tsx'
import { pageOf, readPageData } from './page-data.ts'

/** What the browser loads with the view. */
const LOADED = { words: sentWords('en'), sandbox: null }
let root: Root | undefined
const unanswered = () => new Promise<never>(() => undefined)

afterEach(() => {
  act(() => root?.unmount())
  document.body.replaceChildren()
})
expectNoHeldTexts()

/** The document with the server's markup, and the page ready to hydrate it. */
function arrive(checkout: PageCheckout, search = '', fetch: typeof globalThis.fetch = unanswered) {
  window.history.replaceState(null, '', `/c/reference${search}`)
  const rendered = renderPage({
    locale: 'en',
    reference: 'reference',
    checkout,
    problem: null,
    search,
    fieldsUrl: CARD_FRAME_ORIGIN,
    wordsPath: '/assets/words-en-1a2b.json',
    countriesPath: '/assets/countries-en-1a2b.json',
  })
  const container = serverMarkup(rendered)
  const script = document.createElement('script')
  script.type = 'application/json'
  script.id = 'page-data'
  script.textContent = JSON.stringify(rendered.data)
  document.body.append(container, script)
  const page = readPageData(document)
  return () =>
    act(async () => {
      root = hydrateRoot(
        container,
        <BrowserContext value={{ fetch, leaveFor: () => undefined }}>
          <BrowserRouter>
            <App page={pageOf(page, LOADED)} />
          </BrowserRouter>
        </BrowserContext>,
        {
          onRecoverableError: (error) => {
            throw error
          },
        },
      )
    })
}

describe('hydration', () => {
  it.each(Object.entries(pageCheckouts))('hydrates %s without mismatch', async (_, checkout) => {
    const hydrate = arrive(checkout)
    const heading = screen.getByRole('heading', { level: 1 })
    await hydrate()
    expect(heading).toBeInTheDocument()
  })

  it('hydrates the return from a challenge', async () => {
    const hydrate = arrive(pageCheckouts.challenge, '?from=challenge&locale=en')
    const heading = screen.getByRole('heading', { name: 'We’re checking your payment' })
    await hydrate()
    expect(heading).toBeInTheDocument()
    expect(window.location.search).toBe('?locale=en')
  })

  it('hydrates the form that was requested next to a live code', async () => {
    const hydrate = arrive(pageCheckouts.pix, '?pay=pix&locale=en')
    const heading = screen.getByRole('heading', { name: 'Pay with' })
    await hydrate()
    expect(heading).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Back to the Pix code' })).toBeVisible()
    expect(window.location.search).toBe('?locale=en')
  })

  it('hydrates prices that differ without JavaScript', async () => {
    const total = { minor: 24_690, text: 'R$ 246,90' }
    const pix = { text: '5% off', total, adjustments: [] }
    const hydrate = arrive({ ...openCheckout, methodDiscounts: { pix } }, '?pay=pix')
    const heading = screen.getByRole('heading', { name: 'Pay with' })
    await hydrate()
    expect(heading).toBeInTheDocument()
  })

  it('keeps input from before hydration, and formats it', async () => {
    const hydrate = arrive(openCheckout)
    screen.getByLabelText<HTMLInputElement>('Email').value = 'ana@example.com'
    screen.getByLabelText<HTMLInputElement>(/^12 ×/).checked = true
    await hydrate()
    expect(screen.getByLabelText('Email')).toHaveValue('ana@example.com')
    expect(screen.getByLabelText(/^12 ×/)).toBeChecked()
    expect(screen.getByRole('button', { name: /294,84/ })).toBeEnabled()
    expect(screen.getByText('Interest')).toBeInTheDocument()
  })

  it('helps with an address and an e-mail that were typed before hydration', async () => {
    const hydrate = arrive({ ...pageCheckouts.everyField, methods: ['pix'] })
    screen.getByLabelText<HTMLInputElement>('CEP').value = '01302-000'
    screen.getByLabelText<HTMLInputElement>('Email').value = 'ana@gmial.com'
    await hydrate()
    await waitFor(() => expect(screen.getByLabelText('State')).toHaveValue('SP'))
    expect(await screen.findByRole('button', { name: /ana@gmail.com/ })).toBeVisible()
  })

  it('moves the focus into a list of instalments that was opened before hydration', async () => {
    const hydrate = arrive(openCheckout)
    const summary = document.getElementById('installments')
    summary?.focus()
    summary?.closest('details')?.setAttribute('open', '')
    await hydrate()
    expect(screen.getByLabelText(/^Pay in full/)).toHaveFocus()
  })

  it('folds a list of instalments that was left for the card before hydration', async () => {
    const hydrate = arrive(openCheckout)
    const list = document.getElementById('installments')?.closest('details')
    list?.setAttribute('open', '')
    document.querySelector('iframe')?.focus()
    expect(document.querySelector('iframe')).toHaveFocus()
    await hydrate()
    expect(list).not.toHaveAttribute('open')
  })

  it('loads all countries, and keeps the chosen one', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(async () =>
      Response.json([
        ['AR', 'Argentina'],
        ['BR', 'Brazil'],
        ['PT', 'Portugal'],
      ]),
    )
    const hydrate = arrive(pageCheckouts.everyField, '', fetch)
    const options = () => within(screen.getByLabelText('Country')).getAllByRole('option')
    expect(options()).toHaveLength(1)
    await hydrate()
    await waitFor(() => expect(options()).toHaveLength(3))
    expect(fetch).toHaveBeenCalledWith('/assets/countries-en-1a2b.json', expect.anything())
    expect(screen.getByLabelText('Country')).toHaveDisplayValue('Brazil')
  })

  it('keeps the method chosen before hydration', async () => {
    const hydrate = arrive(openCheckout)
    screen.getByRole<HTMLInputElement>('radio', { name: 'Pix' }).checked = true
    await hydrate()
    expect(screen.getByRole('radio', { name: 'Pix' })).toBeChecked()
    expect(screen.getByText(/Your card is encrypted/, { selector: 'p' })).not.toBeVisible()
  })
})
