// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PageCheckout } from '#contract/page.ts'
import { createPageBackend } from '#proof/testing/page-backend.ts'
import { openCheckout, pageCheckouts } from '#proof/testing/page-checkouts.ts'
import { BrowserContext } from '#page/web/browser.ts'
import { OutcomePanel } from './outcome-panel.tsx'
import { sandbox as en } from '#words/en.ts'

afterEach(cleanup)

/** Renders the panel of a session and opens it. */
async function open(checkout: PageCheckout) {
  const backend = createPageBackend(checkout)
  const user = userEvent.setup()
  const refresh = vi.fn<() => Promise<void>>(async () => undefined)
  render(
    <BrowserContext value={{ fetch: backend.fetch, leaveFor: () => undefined }}>
      <OutcomePanel
        reference="reference"
        checkout={checkout}
        locale="en"
        words={en}
        refresh={refresh}
      />
    </BrowserContext>,
  )
  const summary = screen.queryByText('Decide what happens')
  if (summary !== null) {
    await user.click(summary)
    await screen.findByRole('status', { hidden: true })
  }
  return { backend, user, refresh }
}

const names = () =>
  screen.queryAllByRole('button', { hidden: true }).map(({ textContent }) => textContent)

const pixExpired = {
  ...pageCheckouts.pix,
  payment: { ...pageCheckouts.pix.payment, status: 'failed', action: null },
} satisfies PageCheckout
const NO_ANSWER = 'No answer from the bank'
const OF_CARDS = ['Paid', 'Declined', '3-D Secure failed', NO_ANSWER]
const OF_PIX = ['Pix paid', 'Pix paid too late']

describe('simulating an outcome from the page', () => {
  it('loads its buttons when it was opened before hydration', async () => {
    const panel = (
      <OutcomePanel
        reference="reference"
        checkout={openCheckout}
        locale="en"
        words={en}
        refresh={async () => undefined}
      />
    )
    const container = document.body.appendChild(document.createElement('main'))
    container.innerHTML = renderToString(panel)
    const details = container.querySelector('details')
    if (details !== null) details.open = true
    render(panel, { container, hydrate: true })
    expect(await screen.findByRole('button', { name: 'Paid', hidden: true })).toBeInTheDocument()
  })

  it.each<[string, PageCheckout, string[]]>([
    [
      'untouched',
      openCheckout,
      [...OF_CARDS, ...OF_PIX, 'Boleto paid', 'Boleto paid too late', 'Session expired'],
    ],
    ['of cards only', pageCheckouts.cardOnly, [...OF_CARDS, 'Session expired']],
    [
      'declined',
      pageCheckouts.declined,
      [...OF_CARDS, ...OF_PIX, 'Boleto paid', 'Boleto paid too late', 'Session expired'],
    ],
    [
      'at its bank',
      pageCheckouts.challenge,
      ['Paid', 'Declined', '3-D Secure failed', 'Session expired'],
    ],
    ['that shows a Pix', pageCheckouts.pix, [...OF_PIX, 'Session expired']],
    [
      'that shows a boleto',
      pageCheckouts.boleto,
      ['Boleto paid', 'Boleto paid too late', 'Session expired'],
    ],
    ['in process', pageCheckouts.processing, ['Paid', 'Declined', NO_ANSWER]],
    ['of unknown fate', pageCheckouts.checking, ['Paid', 'Declined']],
    ['that is held', pageCheckouts.authorized, ['Paid', 'Hold released', 'Hold expired']],
    ['paid', pageCheckouts.paid, []],
    ['expired', pageCheckouts.expired, []],
    ['canceled', pageCheckouts.canceled, []],
    ['expired after a Pix', { ...pixExpired, status: 'expired' }, ['Pix paid too late']],
  ])('offers what fits a session %s', async (_name, checkout, expected) => {
    await open(checkout)
    expect(names()).toEqual(expected)
  })

  it('requests a decline with its code, and refreshes the session', async () => {
    const { backend, user, refresh } = await open(openCheckout)
    await user.selectOptions(screen.getByLabelText('Decline code'), 'lost_card')
    await user.click(screen.getByRole('button', { name: 'Declined' }))
    await waitFor(() => expect(refresh).toHaveBeenCalledOnce())
    const [post] = backend.posts()
    expect(post?.path).toBe('/api/checkout/reference/simulate')
    expect(post?.headers.get('x-checkout')).toBe('1')
    expect(post?.body).toEqual({ outcome: 'decline', declineCode: 'lost_card' })
    expect(screen.getByRole('status')).toBeEmptyDOMElement()
  })

  it.each(['no-answer', { status: 409, problem: { code: 'session_not_open', requestId: 'r' } }])(
    'shows that the outcome is not possible: %j',
    async (answer) => {
      const { backend, user, refresh } = await open(openCheckout)
      backend.answerWith(answer as never)
      await user.click(screen.getByRole('button', { name: 'Paid' }))
      expect(await screen.findByText('That can’t happen now.')).toBeVisible()
      expect(refresh).toHaveBeenCalledOnce()
    },
  )

  it('sends one request at a time', async () => {
    const { backend, user } = await open(openCheckout)
    const answer = backend.hold()
    await user.dblClick(screen.getByRole('button', { name: 'Session expired' }))
    answer(pageCheckouts.expired)
    await waitFor(() => expect(backend.posts()).toHaveLength(1))
    expect(backend.posts()[0]?.body).toEqual({ outcome: 'expire' })
  })
})
