// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { pageCheckouts } from '#proof/testing/page-checkouts.ts'
import { renderPage } from '#proof/testing/render-page.tsx'

afterEach(() => vi.useRealTimers())

const EXPIRES_AT = '2026-11-20T20:11:48.000Z'

function expectNoCode() {
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('The Pix code has expired')
  expect(screen.getAllByText(/We’re checking whether your payment came through/)).not.toEqual([])
  expect(screen.queryByRole('button', { name: 'Copy Pix code' })).toBeNull()
  expect(screen.queryByLabelText('Pix code')).toBeNull()
  expect(screen.queryByLabelText('Pix QR code')).toBeNull()
}

const stepsOf = (className: string) =>
  [...document.querySelectorAll(`.${className} li`)].map(({ textContent }) => textContent)

describe('a Pix code', () => {
  it('comes with three steps, and the payee to compare', async () => {
    await renderPage(pageCheckouts.pix)
    const payee = 'Check that the payee is Norte Livros, then confirm.'
    expect(stepsOf('narrow-only')).toEqual([
      'Copy the code.',
      'Open your bank’s app and paste it under Pix.',
      payee,
    ])
    expect(stepsOf('wide-only')).toEqual([
      'Open your bank’s app and choose Pix.',
      'Scan this code.',
      payee,
    ])
  })

  it('says until when it can be paid, in the zone of the browser or with its own', async () => {
    const { pix } = pageCheckouts
    const { action } = pix.payment ?? {}
    if (action?.type !== 'pix') throw new Error('no Pix')
    const offsetMinutes = -new Date(EXPIRES_AT).getTimezoneOffset()
    const untilLocal = { ...action.texts.untilLocal, offsetMinutes }
    const texts = { ...action.texts, untilLocal }
    await renderPage({ ...pix, payment: { ...pix.payment, action: { ...action, texts } } })
    expect(screen.getByText('until 5:11 PM')).toBeVisible()
    cleanup()
    const elsewhere = { ...untilLocal, offsetMinutes: offsetMinutes + 60 }
    const withZone = { ...action, texts: { ...texts, untilLocal: elsewhere } }
    await renderPage({ ...pix, payment: { ...pix.payment, action: withZone } })
    expect(screen.getByText('until 5:11 PM GMT-3')).toBeVisible()
  })

  it('is copied by a button, which turns quiet and names the next step', async () => {
    const { user } = await renderPage(pageCheckouts.pix)
    const button = screen.getByRole('button', { name: 'Copy Pix code' })
    expect(button).not.toHaveClass('quiet')
    await user.click(button)
    expect(screen.getByRole('button', { name: 'Copied' })).toHaveClass('quiet')
    expect(button.querySelector('svg')).not.toBeNull()
    expect(screen.getByText('Now open your bank’s app.')).toBeVisible()
    expect(screen.getByText('Copied. Now open your bank’s app.').tagName).toBe('OUTPUT')
  })

  it('is shown while it can be paid', async () => {
    await renderPage(pageCheckouts.pix)
    expect(screen.getByRole('button', { name: 'Copy Pix code' })).toBeVisible()
    expect(screen.getByLabelText('Pix QR code')).toBeVisible()
  })

  it('is not shown when it expired before the page was opened', async () => {
    await renderPage({ ...pageCheckouts.pix, now: EXPIRES_AT })
    expect(screen.getByRole('heading', { name: 'The Pix code has expired' })).toBeVisible()
    expect(screen.getByRole('timer')).toHaveTextContent(
      /^We’re checking whether your payment came through\.$/,
    )
    expectNoCode()
  })

  it('disappears when it expires, and the heading changes', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const now = new Date(Date.parse(EXPIRES_AT) - 3_000).toISOString()
    await renderPage({ ...pageCheckouts.pix, now })
    expect(screen.getByRole('button', { name: 'Copy Pix code' })).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expectNoCode()
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  })
})
