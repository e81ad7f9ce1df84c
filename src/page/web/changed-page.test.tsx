// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { act, configure, waitFor } from '@testing-library/react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { PageCheckout } from '#contract/page.ts'
import { CARD_FRAME_ORIGIN, openCardFrame } from '#proof/testing/card-frame.ts'
import {
  hideAddresses,
  insertStrangers,
  plainText,
  translateTexts,
} from '#proof/testing/change-page.ts'
import { sentWords } from '#words/sent-words.ts'
import { expectNoHeldTexts } from '#proof/testing/held-texts.ts'
import { createPageBackend, type PageAnswer } from '#proof/testing/page-backend.ts'
import { openCheckout, pageCheckouts } from '#proof/testing/page-checkouts.ts'
import { serverMarkup } from '#proof/testing/server-markup.ts'
import { App } from './app.tsx'
import { BrowserContext } from './browser.ts'
import { startEarlyForm } from './early-form/early-form.ts'
import { renderPage } from './entry-server.tsx'
import { pageOf } from './page-data.ts'
import { preloadAllScreens } from './screens/lazy-screens.ts'

configure({ asyncUtilTimeout: 10_000 })

/** What the browser loads with the view. */
const LOADED = { words: sentWords('en'), sandbox: null }
let root: Root | undefined
beforeAll(preloadAllScreens)
afterEach(() => {
  act(() => root?.unmount())
  document.body.replaceChildren()
})
expectNoHeldTexts()

const CHANGES = {
  'browser translation': translateTexts,
  'foreign elements': insertStrangers,
  'an obfuscator of addresses': hideAddresses,
}
type Change = (root: Element) => void
const CASES = Object.entries<Change>(CHANGES).flatMap(([name, change]) =>
  (['before', 'after'] as const).map((when) => ({ name, change, when })),
)

/** `npm run e2e:engines` tries everything in every case. Otherwise each thing is tried once, in the case whose turn it is. */
const IS_WHOLE = process.env['CHANGED_PAGE'] === 'whole'
function turnsOf<Thing>(things: readonly Thing[], caseIndex: number, cases = CASES.length) {
  return things.filter((_, index) => IS_WHOLE || index % cases === caseIndex)
}

const PIX_TOTAL = 'R$ 246,90'
const CHARGED: PageCheckout = {
  ...openCheckout,
  description: 'Questions? contato@loja.example',
  customer: {
    ...openCheckout.customer,
    email: 'ana@example.com',
    name: 'Ana Souza',
    taxId: '52998224725',
  },
  methodDiscounts: {
    pix: {
      text: '5% off',
      total: { minor: 24_690, text: PIX_TOTAL },
      adjustments: [{ kind: 'discount', label: 'Pix', amount: { minor: -1300, text: 'R$ 13,00' } }],
    },
  },
}

/** The server's page with its early form, and its hydration. */
function arrive(checkout: PageCheckout, answers: PageAnswer[] = []) {
  window.history.replaceState(null, '', '/c/reference')
  const rendered = renderPage({
    locale: 'en',
    reference: 'reference',
    checkout,
    problem: null,
    search: '',
    fieldsUrl: CARD_FRAME_ORIGIN,
    wordsPath: '/assets/words-en-1a2b.json',
    countriesPath: null,
  })
  const container = serverMarkup(rendered)
  document.body.append(container)
  const backend = createPageBackend(checkout, answers)
  const earlyForm = startEarlyForm(rendered.data, backend.fetch)
  const browser = { fetch: backend.fetch, leaveFor: () => undefined, earlyForm }
  const hydrate = () =>
    act(async () => {
      root = hydrateRoot(
        container,
        <BrowserContext value={browser}>
          <BrowserRouter>
            <App page={pageOf(rendered.data, LOADED)} />
          </BrowserRouter>
        </BrowserContext>,
        // React renders a changed document anew.
        { onRecoverableError: () => undefined },
      )
    })
  return { backend, container, hydrate }
}

/** Loads the session anew, as a page that comes out of the back-forward cache does. */
const reload = () =>
  act(async () => {
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  })
function present<Found>(found: Found | null): Found {
  if (found === null) throw new Error('an element is not there')
  return found
}
const find = (selector: string) => present(document.querySelector<HTMLElement>(selector))
const heading = () => plainText(document.querySelector('h1'))
const total = () =>
  plainText(document.querySelector('.total > .scripted, .total:not(:has(.scripted))'))
const button = () => present(document.querySelector<HTMLButtonElement>('.pay-bar .primary'))
const copyButton = () => find('.code ~ .primary')
const cardFrame = () =>
  openCardFrame(present(document.querySelector<HTMLIFrameElement>('iframe[title="Card details"]')))
const choose = (id: string) => act(() => find(id).click())
const press = () => act(async () => button().click())

describe.each(CASES.map((one, index) => ({ ...one, index })))(
  'R-68: $name $when hydration',
  ({ change, when, index }) => {
    /** The hydrated page, changed then and there. */
    async function changed(checkout: PageCheckout, answers: PageAnswer[] = []) {
      const page = arrive(checkout, answers)
      if (when === 'before') change(page.container)
      await page.hydrate()
      if (when === 'after') change(page.container)
      return page
    }

    it.each(turnsOf(Object.entries(pageCheckouts), index))(
      'leaves %s alive',
      async (_name, checkout) => {
        const { backend, container } = await changed(checkout)
        expect(heading()).not.toMatch(/wrong|^$/)
        for (const next of [pageCheckouts.checking, pageCheckouts.paid, pageCheckouts.expired]) {
          backend.become({ ...next, version: checkout.version + 1 })
          await reload()
          change(container)
          await reload()
          expect(heading()).not.toMatch(/wrong|^$/)
        }
      },
    )

    async function paysByCard() {
      const { backend, container } = await changed(CHARGED, [pageCheckouts.paidInInstallments])
      const card = cardFrame()
      card.type()
      card.announce()
      choose('[name=installments][value="12"]')
      expect([total(), plainText(button())]).toEqual(['R$ 294,84', 'Pay R$ 294,84'])
      expect(plainText(find('.plans .box'))).toMatch(/^12 × R\$ 24,57 /)
      change(container)
      choose('[name=installments][value="3"]')
      expect([total(), plainText(button())]).toEqual(['R$ 259,90', 'Pay R$ 259,90'])
      change(container)
      choose('[name=installments][value="12"]')
      await press()
      await waitFor(() => expect(heading()).toBe('Payment received'))
      expect(backend.posts()).toMatchObject([{ body: { method: 'card', installments: 12 } }])
      expect([total(), plainText(find('.facts'))]).toEqual([
        'R$ 294,84',
        expect.stringContaining('R$ 294,84'),
      ])
    }

    async function paysByVoucher(
      method: 'pix' | 'boleto',
      price: string,
      answer: PageCheckout,
      title: string,
    ) {
      const { backend, container } = await changed(CHARGED, [answer])
      choose(`#method-${method}`)
      expect(total()).toBe(price)
      change(container)
      await press()
      await waitFor(() => expect(heading()).toMatch(title))
      expect(backend.posts()).toMatchObject([{ body: { method } }])
      change(container)
      await act(async () => copyButton().click())
      await waitFor(() => expect(plainText(copyButton())).toMatch(/^Cop/))
      backend.become({ ...pageCheckouts.paid, version: 9 })
      await reload()
      await waitFor(() => expect(heading()).toBe('Payment received'))
    }

    async function paysAfterDecline() {
      const page = await changed(CHARGED, [pageCheckouts.declined, pageCheckouts.paid])
      const card = cardFrame()
      card.type()
      card.announce()
      await press()
      await waitFor(() => expect(find('.notice')).toHaveTextContent(/charged/))
      change(page.container)
      card.type()
      await press()
      await waitFor(() => expect(heading()).toBe('Payment received'))
    }

    const WAYS: [string, () => Promise<void>][] = [
      ['charges what is shown, by card in instalments', paysByCard],
      [
        'charges what is shown, by Pix',
        () => paysByVoucher('pix', PIX_TOTAL, pageCheckouts.pix, 'Pay with Pix'),
      ],
      [
        'charges what is shown, by boleto',
        () => paysByVoucher('boleto', 'R$ 259,90', pageCheckouts.boleto, 'Your boleto is ready'),
      ],
      ['keeps the card usable after a decline', paysAfterDecline],
    ]
    it.each(turnsOf(WAYS, index))('%s', async (_way, pays) => {
      await pays()
      expect(heading()).toBe('Payment received')
    })
  },
)

async function keepsWhatWasTyped(change: Change) {
  const { backend, container, hydrate } = arrive({ ...CHARGED, customer: openCheckout.customer }, [
    pageCheckouts.paidInInstallments,
  ])
  change(container)
  cardFrame().announce()
  present(document.querySelector<HTMLInputElement>('#email')).value = 'bia@example.com'
  find('[name=installments][value="12"]').click()
  await hydrate()
  expect(find('#email')).toHaveValue('bia@example.com')
  expect(total()).toBe('R$ 294,84')
  const card = cardFrame()
  card.type()
  card.announce()
  await press()
  await waitFor(() => expect(heading()).toBe('Payment received'))
  expect(backend.posts()).toMatchObject([
    { body: { installments: 12, customer: { email: 'bia@example.com' } } },
  ])
  return backend
}

async function letsPressGoOn(change: Change) {
  const { backend, container, hydrate } = arrive(CHARGED, [pageCheckouts.paid])
  button().click()
  change(container)
  await hydrate()
  const card = cardFrame()
  card.type()
  card.announce()
  await waitFor(() => expect(heading()).toBe('Payment received'))
  return backend
}

async function takesTheAnswer(change: Change) {
  const { backend, container, hydrate } = arrive(CHARGED, [pageCheckouts.pix])
  find('#method-pix').click()
  button().click()
  change(container)
  await hydrate()
  await waitFor(() => expect(heading()).toBe('Pay with Pix'))
  return backend
}

const EARLY = [
  ['keeps what was typed, chosen and pressed', keepsWhatWasTyped],
  ['lets a press for the card go on, once', letsPressGoOn],
  ['takes the answer to a press that was sent, once', takesTheAnswer],
] as const

describe.each(
  Object.entries<Change>(CHANGES).map(([name, change], index) => ({ name, change, index })),
)('R-68: $name before hydration', ({ change, index }) => {
  it.each(turnsOf(EARLY, index, EARLY.length))('%s', async (_what, holds) => {
    const backend = await holds(change)
    expect(backend.posts()).toHaveLength(1)
  })
})
