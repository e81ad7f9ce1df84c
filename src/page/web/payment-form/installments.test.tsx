// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { act, fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openCheckout } from '#proof/testing/page-checkouts.ts'
import { renderPage } from '#proof/testing/render-page.tsx'

const list = () => screen.getByRole('group', { name: /^Installments/ })
const name = () => list().querySelector('legend')?.textContent.replaceAll(/\s/g, ' ')
const plans = () => [...list().querySelectorAll<HTMLElement>('.plan')]
const shown = () => list().querySelector('summary')
const isOpen = () => list().querySelector('details')?.open

/** jsdom does not move the focus of a list that unfolds by itself. */
async function unfold() {
  await act(async () => shown()?.click())
  act(() => list().querySelector<HTMLElement>(':checked')?.focus())
}

describe('installments', () => {
  it('are a list that names the free plans first, then rate, interest and totals', async () => {
    await renderPage(openCheckout)
    expect(name()).toBe('Installments up to 3 × R$ 86,64 interest-free · then 1,99% a month')
    expect(plans().map(({ textContent }) => textContent.replaceAll(/\s/g, ' '))).toEqual([
      'Pay in full, R$ 259,90',
      '2 × R$ 129,95 interest-free',
      'R$ 86,64 + 2x de R$ 86,63 interest-free',
      '12 × R$ 24,57 R$ 294,84 with interest',
    ])
  })

  it('name no rate where none has interest', async () => {
    const installments = openCheckout.installments?.slice(0, 3) ?? null
    await renderPage({ ...openCheckout, installments })
    expect(name()).toBe('Installments up to 3 × R$ 86,64 interest-free')
  })

  it('name the rate alone where none is free', async () => {
    const installments = openCheckout.installments?.filter(
      ({ count, interestFree }) => count === 1 || !interestFree,
    )
    await renderPage({ ...openCheckout, installments: installments ?? null })
    expect(name()).toBe('Installments 1,99% interest a month from 12 installments')
  })

  it('are absent where there is one', async () => {
    const installments = openCheckout.installments?.slice(0, 1) ?? null
    await renderPage({ ...openCheckout, installments })
    expect(screen.queryByRole('group', { name: /^Installments/ })).toBeNull()
  })

  it('fold into the plan that is clicked, and return the focus', async () => {
    const { user } = await renderPage(openCheckout)
    await unfold()
    expect(isOpen()).toBe(true)
    const [, , , twelve] = plans()
    if (twelve === undefined) throw new Error('there is no such plan')
    await user.click(twelve)
    expect(isOpen()).toBe(false)
    expect(shown()).toHaveFocus()
    expect(shown()).toHaveTextContent(/^12 × R\$\s24,57/)
  })

  it('stay unfolded for arrow keys, and fold by Enter without paying', async () => {
    const { user } = await renderPage(openCheckout)
    await unfold()
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    expect(isOpen()).toBe(true)
    expect(shown()).toHaveTextContent(/^12 × R\$\s24,57/)
    const isUnprevented = fireEvent.keyDown(document.activeElement ?? document.body, {
      key: 'Enter',
    })
    expect(isUnprevented, 'would submit the form').toBe(false)
    expect(isOpen()).toBe(false)
    expect(shown()).toHaveFocus()
  })

  it('fold by Escape', async () => {
    const { user } = await renderPage(openCheckout)
    await unfold()
    await user.keyboard('{Escape}')
    expect(isOpen()).toBe(false)
    expect(shown()).toHaveFocus()
  })
})
