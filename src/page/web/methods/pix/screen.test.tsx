// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { act, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { pageCheckouts } from '../../../../proof/testing/page-checkouts.ts'
import { renderPage } from '../../../../proof/testing/render-page.tsx'

afterEach(() => vi.useRealTimers())

const EXPIRES_AT = '2026-11-20T20:11:48.000Z'

function expectNoCode() {
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('The Pix code has expired')
  expect(screen.getAllByText(/We are asking whether your payment came through/)).not.toEqual([])
  expect(screen.queryByRole('button', { name: 'Copy Pix code' })).toBeNull()
  expect(screen.queryByLabelText('Pix code')).toBeNull()
  expect(screen.queryByLabelText('Pix QR code')).toBeNull()
}

describe('a Pix code', () => {
  it('is shown while it can be paid', async () => {
    await renderPage(pageCheckouts.pix)
    expect(screen.getByRole('button', { name: 'Copy Pix code' })).toBeVisible()
    expect(screen.getByLabelText('Pix QR code')).toBeVisible()
  })

  it('is not shown when it expired before the page was opened', async () => {
    await renderPage({ ...pageCheckouts.pix, now: EXPIRES_AT })
    expect(screen.queryByRole('timer')).toHaveTextContent('The code has expired')
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
