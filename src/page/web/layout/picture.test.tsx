// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { PageCheckout } from '#contract/page.ts'
import { openCheckout, pageCheckouts } from '#proof/testing/page-checkouts.ts'
import { renderPage } from '#proof/testing/render-page.tsx'

function withPictures(checkout: PageCheckout): PageCheckout {
  const [first, ...others] = checkout.lines
  if (first === undefined) throw new Error('the order has no lines')
  return {
    ...checkout,
    merchant: { ...checkout.merchant, hasLogo: true },
    lines: [{ ...first, hasImage: false }, ...others.map((line) => ({ ...line, hasImage: true }))],
  }
}

/** Decorative images have no role to query by. */
function pictures(): HTMLImageElement[] {
  return [...document.querySelectorAll<HTMLImageElement>('.summary img')]
}

const PATHS = ['/api/checkout/reference/images/logo', '/api/checkout/reference/images/1']

describe('the pictures of an order', () => {
  it.each([
    ['before it is paid', openCheckout],
    ['on the receipt', pageCheckouts.paid],
  ])('come from our own origin, %s', async (_name, checkout) => {
    await renderPage(withPictures(checkout))
    expect(pictures().map((image) => image.getAttribute('src'))).toEqual(PATHS)
  })

  it('are hidden from assistive technology', async () => {
    await renderPage(withPictures(openCheckout))
    for (const image of pictures()) expect(image).toHaveAttribute('alt', '')
    expect(screen.getByRole('link', { name: 'Back to Norte Livros' })).toContainElement(
      pictures()[0] ?? null,
    )
  })

  it('are not requested if there are none', async () => {
    await renderPage(openCheckout)
    expect(pictures()).toEqual([])
    expect(document.querySelector('.logo')).toHaveAttribute('data-initial', 'N')
  })

  it('have their size where it is known, and a wordmark hides the name beside it', async () => {
    await renderPage(withPictures(openCheckout), { logoSize: { width: 300, height: 100 } })
    const [logo] = pictures()
    expect(logo).toHaveAttribute('width', '300')
    expect(logo).toHaveAttribute('height', '100')
    expect(logo?.closest('.wordmark')).toHaveTextContent('Norte Livros')
  })

  it('stand beside the name when they are squarish', async () => {
    await renderPage(withPictures(openCheckout), { logoSize: { width: 160, height: 100 } })
    expect(pictures()[0]?.closest('.branded')).not.toHaveClass('wordmark')
  })

  it('fall back to the initial when they fail', async () => {
    await renderPage(withPictures(openCheckout))
    const [logo] = pictures()
    if (logo === undefined) throw new Error('there is no logo')
    fireEvent.error(logo)
    expect(pictures().map((image) => image.getAttribute('src'))).toEqual(PATHS.slice(1))
    expect(document.querySelector('.logo')).toHaveAttribute('data-initial', 'N')
  })

  it('fall back to the initial when they failed before hydration', async () => {
    const complete = vi.spyOn(HTMLImageElement.prototype, 'complete', 'get')
    complete.mockReturnValue(true)
    await renderPage(withPictures(openCheckout))
    expect(pictures()).toEqual([])
    complete.mockRestore()
  })
})
