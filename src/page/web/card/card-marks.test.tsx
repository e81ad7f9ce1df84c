// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { CardBrand } from '#contract/payment.ts'
import { openCheckout } from '#proof/testing/page-checkouts.ts'
import { renderPage } from '#proof/testing/render-page.tsx'

/** The names of the marks in an element, those that are faded in parentheses. */
const marksIn = (element: Element) =>
  [...element.querySelectorAll('img.mark')].map((mark) => {
    const name = mark.getAttribute('src')?.split('#').at(-1)
    return mark.classList.contains('faded') ? `(${name})` : name
  })

const group = () => screen.getByRole('radiogroup')

describe('the marks of the methods', () => {
  it('are four brands of the merchant’s country and a count of the others', async () => {
    await renderPage(openCheckout)
    expect(marksIn(group())).toEqual(['visa', 'mastercard', 'elo', 'amex'])
    expect(screen.getByText('+2')).toHaveAttribute('aria-hidden', 'true')
  })

  it('have a size before they are loaded, and no name of their own', async () => {
    await renderPage(openCheckout)
    const pictures = [...group().querySelectorAll('img')]
    expect(pictures).toHaveLength(7)
    for (const picture of pictures) {
      expect(picture).toHaveAttribute('alt', '')
      expect(Number(picture.getAttribute('width'))).toBeGreaterThan(0)
      expect(Number(picture.getAttribute('height'))).toBeGreaterThan(0)
    }
    expect(screen.getByRole('radio', { name: 'Pix' })).toBeVisible()
  })

  it('fade but for the brand of the number that is typed', async () => {
    const { card } = await renderPage(openCheckout)
    const typed = async (brand: CardBrand | null, expected: string[]) => {
      card.send({ type: 'state', brand, isEmpty: brand === null, faults: {} })
      await waitFor(() => expect(marksIn(group())).toEqual(expected))
    }
    await typed('elo', ['(visa)', '(mastercard)', 'elo', '(amex)'])
    expect(screen.getByText('+2')).toBeVisible()
    await typed('hipercard', ['(visa)', '(mastercard)', '(elo)', '(amex)'])
    await typed(null, ['visa', 'mastercard', 'elo', 'amex'])
  })

  it('stand beside the heading where a card is the only method', async () => {
    await renderPage({ ...openCheckout, methods: ['card'] })
    const { parentElement } = screen.getByRole('heading', { name: 'Pay by card' })
    if (parentElement === null) throw new Error('the heading stands alone')
    expect(marksIn(parentElement)).toEqual(['visa', 'mastercard', 'elo', 'amex'])
  })
})
