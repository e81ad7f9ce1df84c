// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { act, configure, screen, waitFor } from '@testing-library/react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PageCheckout } from '#contract/page.ts'
import { CARD_FRAME_ORIGIN, openCardFrame, SEALED, sealRequest } from '#proof/testing/card-frame.ts'
import { createPageBackend, type PageAnswer } from '#proof/testing/page-backend.ts'
import { openCheckout, pageCheckouts } from '#proof/testing/page-checkouts.ts'
import { App } from '../app.tsx'
import { BrowserContext } from '../browser.ts'
import { sentWords } from '#words/sent-words.ts'
import { expectNoHeldTexts } from '#proof/testing/held-texts.ts'
import { serverMarkup } from '#proof/testing/server-markup.ts'
import { renderPage } from '../entry-server.tsx'
import { NOTICE_ELEMENT_ID, pageOf } from '../page-data.ts'
import { startEarlyForm } from './early-form.ts'

// Long, because busy machines are slow.
configure({ asyncUtilTimeout: 10_000 })

/** What the browser loads with the view. */
const LOADED = { words: sentWords('en'), sandbox: null }
let root: Root | undefined
afterEach(() => {
  act(() => root?.unmount())
  document.body.replaceChildren()
})
expectNoHeldTexts()

const known: PageCheckout = {
  ...openCheckout,
  customer: { ...openCheckout.customer, email: 'ana@example.com' },
}

/** The server-rendered page with its early form, and its hydration. */
function arrive(checkout: PageCheckout, answers: PageAnswer[] = [], beforeScripts = () => {}) {
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
  const { notice, data } = rendered
  const container = serverMarkup(rendered)
  document.body.innerHTML = notice
  document.body.append(container)
  const backend = createPageBackend(checkout, answers)
  beforeScripts()
  const earlyForm = startEarlyForm(data, backend.fetch)
  const browser = { fetch: backend.fetch, leaveFor: () => undefined, earlyForm }
  const hydrate = () =>
    act(async () => {
      root = hydrateRoot(
        container,
        <BrowserContext value={browser}>
          <BrowserRouter>
            <App page={pageOf(data, LOADED)} />
          </BrowserRouter>
        </BrowserContext>,
        {
          onRecoverableError: (error) => {
            throw error
          },
        },
      )
    })
  return { backend, card: openCardFrame(), earlyForm, hydrate }
}

const payButton = () => screen.getByRole('button', { name: /^(?:Pay R|Get )/ })
const choosePix = () => screen.getByRole('radio', { name: 'Pix' }).click()
/** Records the changes of an element's content from now on. */
function watch(element: Element | null) {
  if (element === null) throw new Error('nothing to watch')
  const texts: (string | null)[] = []
  const observer = new MutationObserver(() => texts.push(element.textContent))
  observer.observe(element, { childList: true, characterData: true, subtree: true })
  return () => texts
}

/** Waits until messages of the frame have arrived. */
const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)))
const errors = () => screen.queryByText(/^Check \d/)

describe('R-40: a press before hydration', () => {
  it('pays a complete form, once, and the hydrated page shows the answer', async () => {
    const { backend, hydrate } = arrive(openCheckout, [pageCheckouts.pix])
    choosePix()
    screen.getByLabelText<HTMLInputElement>('Email').value = 'ana@example.com '
    payButton().click()
    expect(payButton()).toHaveAttribute('aria-busy', 'true')
    payButton().click()
    const [post] = backend.posts()
    expect(post).toMatchObject({
      path: '/api/checkout/reference/payments?locale=en',
      body: { method: 'pix', customer: { email: 'ana@example.com' } },
    })
    expect(post?.headers.get('idempotency-key')).toMatch(/^[\d-]{31,63}$/)

    await hydrate()
    expect(await screen.findByRole('heading', { name: 'Pay with Pix' })).toBeVisible()
    expect(backend.posts()).toHaveLength(1)
  })

  it('waits for the frame, and sends the card that it encrypted', async () => {
    const { backend, card, hydrate } = arrive(known, [pageCheckouts.paid])
    card.type()
    payButton().click()
    expect(backend.posts()).toEqual([])
    card.announce()
    await waitFor(() => expect(backend.posts()).toHaveLength(1))
    const [{ body, headers } = { body: null, headers: new Headers() }] = backend.posts()
    expect(body).toMatchObject({ method: 'card', card: SEALED, installments: 1 })
    const [seal, ...after] = card.asked
    expect(seal).toMatchObject({ idempotencyKey: headers.get('idempotency-key') })
    expect(after).toEqual([{ type: 'paying' }, { type: 'forget-code' }])

    await hydrate()
    expect(await screen.findByRole('heading', { name: 'Payment received' })).toBeVisible()
    expect(backend.posts()).toHaveLength(1)
  })

  it('is sent again by the hydrated page, with its key, when the answer was lost', async () => {
    const { backend, hydrate } = arrive(known, ['no-answer', pageCheckouts.pix])
    choosePix()
    payButton().click()
    await hydrate()
    expect(await screen.findByRole('heading', { name: 'Pay with Pix' })).toBeVisible()
    const keys = backend.posts().map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })

  it('with errors shows them, and hydration changes and announces nothing', async () => {
    const complaints = vi.spyOn(console, 'error')
    const { backend, card, hydrate } = arrive(openCheckout)
    payButton().click()
    const email = screen.getByLabelText('Email')
    expect(email).toHaveFocus()
    expect(email).toBeInvalid()
    expect(email).toHaveAccessibleDescription('Enter your email. for the receipt')
    expect(payButton()).toHaveAttribute('aria-busy', 'false')
    const why = screen.getByText('Enter your email.')
    const announced = watch(screen.getByText('Check 1 field: Email.'))

    await hydrate()
    expect(announced()).toEqual([])
    expect(screen.getByText('Enter your email.')).toBe(why)
    expect(email).toHaveFocus()
    expect(complaints).not.toHaveBeenCalled()
    expect(card.asked).toEqual([])
    expect(backend.posts()).toEqual([])
  })

  it("with errors shows the card's, too, once the frame has them", async () => {
    const { card } = arrive(openCheckout)
    payButton().click()
    card.announce()
    await waitFor(() => expect(card.asked).toEqual([sealRequest(1)]))
    expect(errors()).toHaveTextContent('Check 1 field: Email.')
  })

  it('with errors names all fields where the frame answers', async () => {
    const { card, hydrate } = arrive(openCheckout)
    card.announce()
    payButton().click()
    await waitFor(() =>
      expect(errors()).toHaveTextContent(/^Check 5 fields: Email, .*Name on card\.$/),
    )
    expect(screen.getByLabelText('Email')).toHaveFocus()
    const announced = watch(errors())
    await hydrate()
    await settled()
    expect(announced()).toEqual([])
  })

  it('with errors of the card only focuses the first of its fields', async () => {
    const { backend, card, hydrate } = arrive(known)
    card.announce()
    payButton().click()
    await waitFor(() => expect(errors()).toHaveTextContent(/^Check 4 fields: .*Name on card\.$/))
    await waitFor(() =>
      expect(card.asked).toEqual([sealRequest(1), { type: 'focus', field: 'card-number' }]),
    )
    expect(screen.getByTitle('Card details')).toHaveFocus()
    const announced = watch(errors())
    await hydrate()
    await settled()
    expect(announced()).toEqual([])
    expect(card.asked).toHaveLength(2)
    expect(backend.posts()).toEqual([])
  })

  it('with errors that are corrected before hydration shows them no more', async () => {
    const { hydrate } = arrive(openCheckout)
    payButton().click()
    screen.getByLabelText<HTMLInputElement>('Email').value = 'ana@example.com'
    await hydrate()
    expect(screen.queryByText('Enter your email.')).toBeNull()
    expect(screen.getByLabelText('Email')).toBeValid()
  })

  it('with errors while the page is hydrated is repeated by the hydrated form', async () => {
    const { backend, card, earlyForm, hydrate } = arrive(openCheckout)
    card.announce()
    earlyForm?.freeze()
    payButton().click()
    await settled()
    expect(payButton()).toHaveAttribute('aria-busy', 'true')
    expect(errors()).toBeNull()
    await hydrate()
    await waitFor(() => expect(errors()).toHaveTextContent(/^Check 5 fields/))
    expect(payButton()).toHaveAttribute('aria-busy', 'false')
    expect(backend.posts()).toEqual([])
  })

  it('that is corrected and pressed again pays', async () => {
    const { backend, hydrate } = arrive(openCheckout, [pageCheckouts.pix])
    choosePix()
    payButton().click()
    expect(errors()).toHaveTextContent('Check 1 field: Email.')
    screen.getByLabelText<HTMLInputElement>('Email').value = 'ana@example.com'
    payButton().click()
    expect(errors()).toBeNull()
    expect(screen.getByLabelText('Email')).toBeValid()
    await hydrate()
    expect(await screen.findByRole('heading', { name: 'Pay with Pix' })).toBeVisible()
    expect(backend.posts()).toHaveLength(1)
  })

  it('is dropped when the shopper chooses another method while the card is encrypted', async () => {
    const { backend, card, hydrate } = arrive(known)
    card.type()
    payButton().click()
    choosePix()
    card.announce()
    await waitFor(() => expect(payButton()).not.toHaveAttribute('aria-busy', 'true'))
    await hydrate()
    expect(backend.posts()).toEqual([])
    expect(errors()).toBeNull()
  })

  it('sends nothing once the page has said that it does not work', async () => {
    const { backend, card, hydrate } = arrive(known)
    card.type()
    payButton().click()
    const notice = document.getElementById(NOTICE_ELEMENT_ID)
    if (notice !== null) notice.hidden = false
    card.announce()
    await waitFor(() => expect(payButton()).not.toHaveAttribute('aria-busy', 'true'))
    await hydrate()
    expect(backend.posts()).toEqual([])
  })

  it('by Enter in the frame pays', async () => {
    const { backend, card } = arrive(known)
    card.type()
    card.announce()
    card.send({ type: 'submit' })
    await waitFor(() => expect(backend.posts()).toHaveLength(1))
  })
})

describe('a choice before hydration', () => {
  const pix = {
    text: '5% off',
    total: { minor: 24_690, text: 'R$ 246,90' },
    adjustments: [
      {
        kind: 'discount' as const,
        label: 'Pix',
        amount: { minor: -1300, text: 'R$ 13,00' },
      },
    ],
  }
  const plain = (text = '') => text.replaceAll(/\u00A0|&nbsp;/g, ' ')
  /** All parts that depend on the price: header, order, button, the folded plan and the promise about cards. */
  const price = () => ({
    total: plain(
      document.querySelector('.total > .scripted, .total:not(:has(.scripted))')?.textContent,
    ),
    costs: [...document.querySelectorAll('.order > dl, .order > .scripted > dl')].map((row) =>
      plain(row.outerHTML),
    ),
    button: plain(payButton().textContent),
    plan: plain(document.querySelector('.plans .box')?.innerHTML),
    hasPromise: document.querySelector('.either')?.hasAttribute('hidden') === false,
  })

  it.each([
    ['of a discounted method', () => choosePix(), 'R$ 246,90', 'Get Pix code'],
    [
      'of a plan with interest',
      () => screen.getByLabelText(/^12 ×/).click(),
      'R$ 294,84',
      'Pay R$ 294,84',
    ],
  ])('%s shows its price, which hydration keeps', async (_, choose, total, button) => {
    const complaints = vi.spyOn(console, 'error')
    const { hydrate } = arrive({ ...openCheckout, methodDiscounts: { pix } })
    const before = price()
    choose()
    const chosen = price()
    expect(chosen).toMatchObject({ total, button })
    expect(chosen.costs).not.toEqual(before.costs)
    const summary = watch(document.querySelector('.summary'))
    const bar = watch(document.querySelector('.pay-bar'))
    await hydrate()
    expect(price()).toEqual(chosen)
    expect([...summary(), ...bar()]).toEqual([])
    expect(complaints).not.toHaveBeenCalled()
  })

  it('of a plan with interest shows its price in an order without discounts, too', async () => {
    const complaints = vi.spyOn(console, 'error')
    const { hydrate } = arrive(openCheckout)
    const before = price()
    screen.getByLabelText(/^12 ×/).click()
    const chosen = price()
    expect(chosen).toMatchObject({ total: 'R$ 294,84', button: 'Pay R$ 294,84' })
    expect(chosen.costs).not.toEqual(before.costs)
    expect(chosen.plan).toMatch(/^<span>12 × R\$ 24,57 <\/span><small>R\$ 294,84 .*<\/small>$/)
    const summary = watch(document.querySelector('.summary'))
    const box = watch(document.querySelector('.plans .box'))
    await hydrate()
    expect(price()).toEqual(chosen)
    expect([...summary(), ...box()]).toEqual([])
    expect(complaints).not.toHaveBeenCalled()
  })

  it('that gives an order its only details is shown by the hydrated page', async () => {
    const complaints = vi.spyOn(console, 'error')
    const { hydrate } = arrive({ ...openCheckout, lines: [], sums: [], methodDiscounts: { pix } })
    choosePix()
    expect(price()).toMatchObject({ total: 'R$ 259,90', costs: [] })
    await hydrate()
    expect(price()).toMatchObject({ total: 'R$ 246,90', button: 'Get Pix code' })
    expect(price().costs).toHaveLength(2)
    expect(complaints).not.toHaveBeenCalled()
  })

  it('is as the hydrated page shows it', async () => {
    const checkout = { ...openCheckout, methodDiscounts: { pix } }
    const early = arrive(checkout)
    choosePix()
    const chosen = price()
    act(() => root?.unmount())
    document.body.replaceChildren()
    const { hydrate } = arrive(checkout)
    expect(early.earlyForm).not.toBeNull()
    await hydrate()
    act(choosePix)
    expect(price()).toEqual(chosen)
  })

  it('that was made before any script ran is shown, too', () => {
    const checkout = { ...openCheckout, methodDiscounts: { pix } }
    const { earlyForm } = arrive(checkout, [], () => {
      screen.getByRole<HTMLInputElement>('radio', { name: 'Pix' }).checked = true
    })
    expect(earlyForm).not.toBeNull()
    expect(price()).toMatchObject({ total: 'R$ 246,90', button: 'Get Pix code' })
  })

  it('of a plan before any script ran is shown in the folded list, too', async () => {
    const { hydrate } = arrive(openCheckout, [], () => {
      screen.getByLabelText<HTMLInputElement>(/\+ 2x de/).checked = true
    })
    const { plan } = price()
    expect(plan).toMatch(/^<span>R\$ 86,64 \+ 2x de/)
    await hydrate()
    expect(price().plan).toBe(plan)
    expect(screen.getByLabelText(/\+ 2x de/)).toBeChecked()
  })

  it('of a plan by the pointer folds its list, by the arrow keys not', () => {
    arrive(openCheckout)
    const list = document.querySelector<HTMLDetailsElement>('.plans')
    const plan = screen.getByLabelText(/^12 ×/)
    for (const [detail, isOpen] of [
      [0, true],
      [1, false],
    ] as const) {
      if (list !== null) list.open = true
      plan.dispatchEvent(new MouseEvent('click', { bubbles: true, detail }))
      expect(list?.open).toBe(isOpen)
    }
  })

  it('while the page is hydrated is shown by the hydrated form', async () => {
    const { earlyForm, hydrate } = arrive({ ...openCheckout, methodDiscounts: { pix } })
    earlyForm?.freezeChoice()
    choosePix()
    expect(price()).toMatchObject({ total: 'R$ 259,90' })
    await hydrate()
    expect(price()).toMatchObject({ total: 'R$ 246,90', button: 'Get Pix code' })
  })

  it('that is taken back shows the first price again', () => {
    arrive({ ...openCheckout, methodDiscounts: { pix } })
    const before = price()
    choosePix()
    screen.getByRole('radio', { name: 'Card' }).click()
    expect(price()).toEqual(before)
  })
})

describe('the hydrated form', () => {
  it('has what the frame reported before', async () => {
    const { card, hydrate } = arrive(known)
    card.announce()
    card.send({ type: 'height', px: 308 })
    await hydrate()
    await waitFor(() =>
      expect(screen.getByTitle('Card details').parentElement).toHaveStyle({ height: '300px' }),
    )
  })

  it('takes a press after hydration alone', async () => {
    const { backend, card, hydrate } = arrive(known, [pageCheckouts.paid])
    card.announce()
    await hydrate()
    card.type()
    act(() => payButton().click())
    expect(await screen.findByRole('heading', { name: 'Payment received' })).toBeVisible()
    expect(backend.posts()).toHaveLength(1)
    expect(card.asked.filter(({ type }) => type === 'seal')).toHaveLength(1)
  })

  it('has every press from the moment of taking over', () => {
    const { backend, earlyForm } = arrive(known, [pageCheckouts.pix])
    choosePix()
    earlyForm?.handOver(() => undefined)
    payButton().click()
    expect(backend.posts()).toEqual([])
    expect(payButton()).toHaveAttribute('aria-busy', 'false')
  })

  it('is absent where the first screen has none', () => {
    expect(arrive(pageCheckouts.paid).earlyForm).toBeNull()
  })
})
