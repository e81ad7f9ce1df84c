// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openCheckout } from '#proof/testing/page-checkouts.ts'
import { renderPage } from '#proof/testing/render-page.tsx'

async function openLanguages() {
  const { user } = await renderPage(openCheckout)
  const picker = screen.getByText('Language:').closest('details')
  const summary = picker?.querySelector('summary')
  if (!picker || !summary) throw new Error('there is no picker')
  await user.click(summary)
  expect(picker).toHaveAttribute('open')
  return { user, picker, summary }
}

describe('the languages', () => {
  it('close by Escape, and return the focus', async () => {
    const { user, picker, summary } = await openLanguages()
    screen.getByRole('link', { name: 'Español' }).focus()
    await user.keyboard('{Escape}')
    expect(picker).not.toHaveAttribute('open')
    expect(summary).toHaveFocus()
  })

  it('close by a click outside, and when the focus leaves', async () => {
    const { user, picker, summary } = await openLanguages()
    await user.click(screen.getByRole('heading', { level: 1 }))
    expect(picker).not.toHaveAttribute('open')
    await user.click(summary)
    screen.getByLabelText('Email').focus()
    expect(picker).not.toHaveAttribute('open')
  })

  it('stay open for clicks inside, and mark the current one', async () => {
    const { user, picker } = await openLanguages()
    await user.tab()
    expect(screen.getByRole('link', { name: 'English' })).toHaveFocus()
    expect(screen.getByRole('link', { name: 'English' })).toHaveAttribute('aria-current', 'true')
    await user.tab()
    expect(picker).toHaveAttribute('open')
  })
})
