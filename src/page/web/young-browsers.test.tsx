// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openCheckout, pageCheckouts } from '#proof/testing/page-checkouts.ts'
import { renderPage } from '#proof/testing/render-page.tsx'

const known = {
  ...openCheckout,
  customer: { ...openCheckout.customer, email: 'ana@example.com' },
}
const restores: (() => void)[] = []
afterEach(() => {
  for (const restore of restores.splice(0)) restore()
})

/** Takes an API away, as from an older browser, or a page on plain http. */
function lack(owner: object, name: string) {
  const had = Object.getOwnPropertyDescriptor(owner, name)
  Object.defineProperty(owner, name, { value: undefined, configurable: true, writable: true })
  restores.push(() => {
    if (had === undefined) Reflect.deleteProperty(owner, name)
    else Object.defineProperty(owner, name, had)
  })
}

const pressPay = () =>
  act(async () => screen.getByRole('button', { name: /^(?:Pay R|Get )/ }).click())

describe('R-69: a press', () => {
  it.each([
    ['Promise.withResolvers', Promise, 'withResolvers'],
    ['AbortSignal.any', AbortSignal, 'any'],
    ['AbortSignal.timeout', AbortSignal, 'timeout'],
    ['form.requestSubmit', HTMLFormElement.prototype, 'requestSubmit'],
    ['list.toSorted', Array.prototype, 'toSorted'],
    ['list.findLast', Array.prototype, 'findLast'],
    ['crypto.randomUUID', crypto, 'randomUUID'],
  ])('pays by card and by Pix without %s', async (_api, owner, name) => {
    lack(owner, name)
    const { card, backend, user } = await renderPage(known)
    card.type()
    backend.answerWith(pageCheckouts.declined, pageCheckouts.pix)
    await pressPay()
    expect(await screen.findByText(/You haven’t been charged/)).toBeVisible()
    await user.click(screen.getByRole('radio', { name: 'Pix' }))
    await pressPay()
    expect(await screen.findByRole('heading', { name: 'Pay with Pix' })).toBeVisible()
  })

  it.each(['card', 'Pix'])('by %s that throws says so, and lets go', async (method) => {
    const { card, backend, user } = await renderPage(known)
    card.type()
    if (method === 'Pix') await user.click(screen.getByRole('radio', { name: 'Pix' }))
    backend.answerWith(method === 'Pix' ? pageCheckouts.pix : pageCheckouts.paid)
    const broken = vi.spyOn(crypto, 'getRandomValues').mockImplementation(() => {
      throw new TypeError('not a function')
    })
    await pressPay()
    expect(await screen.findByText('The payment didn’t go through')).toBeVisible()
    expect(backend.posts()).toEqual([])
    broken.mockRestore()
    await pressPay()
    await waitFor(() => expect(backend.posts()).toHaveLength(1))
  })
})
