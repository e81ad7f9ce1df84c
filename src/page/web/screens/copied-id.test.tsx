// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { pageCheckouts } from '#proof/testing/page-checkouts.ts'
import { renderPage } from '#proof/testing/render-page.tsx'

const { paid } = pageCheckouts

describe('the payment ID of a receipt', () => {
  it('is copied by a button, which says so', async () => {
    const { user } = await renderPage(paid)
    expect(screen.getByText('Payment ID')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Copy payment ID' }))
    expect(await navigator.clipboard.readText()).toBe(paid.payment.id)
    expect(screen.getByText('Copied').tagName).toBe('OUTPUT')
  })

  it('of a Pix at the central bank is copied by a button of its own', async () => {
    const endToEndId = {
      label: 'Pix transaction ID',
      id: 'E12345678202611201940zHFF5SlmgzB',
      copy: 'Copy Pix transaction ID',
    }
    const payee = { label: 'Payee', text: 'Norte Livros Ltda' }
    const payment = { ...paid.payment, payee, endToEndId }
    const { user } = await renderPage({ ...paid, payment })
    expect(screen.getByText('Payee').closest('div')).toHaveTextContent('Norte Livros Ltda')
    await user.click(screen.getByRole('button', { name: 'Copy Pix transaction ID' }))
    expect(await navigator.clipboard.readText()).toBe(endToEndId.id)
    await user.click(screen.getByRole('button', { name: 'Copy payment ID' }))
    expect(await navigator.clipboard.readText()).toBe(paid.payment.id)
  })

  it('is selected when the browser refuses to copy', async () => {
    const { user } = await renderPage(paid)
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'))
    await user.click(screen.getByRole('button', { name: 'Copy payment ID' }))
    expect(window.getSelection()?.toString()).toBe(paid.payment.id)
    expect(await screen.findByText(/Your browser didn’t copy it/)).toBeVisible()
  })
})
