// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { pageCheckouts } from '#proof/testing/page-checkouts.ts'
import { renderPage } from '#proof/testing/render-page.tsx'
import { renderPage as renderOnServer } from '../entry-server.tsx'

const AT = '2026-11-20T19:42:07.000Z'
const ownOffset = -new Date(AT).getTimezoneOffset()

const paidAt = (offsetMinutes: number, isLikely = false) => {
  const { paid } = pageCheckouts
  const paidAtLocal = { text: 'local', at: AT, offsetMinutes, isLikely }
  return { ...paid, payment: { ...paid.payment, paidAtText: 'with zone', paidAtLocal } }
}

it('shows the time of payment without a zone that is the browser’s', async () => {
  await renderPage(paidAt(ownOffset))
  expect(screen.getByText('local')).toBeVisible()
})

it('shows it with a zone that is another', async () => {
  await renderPage(paidAt(ownOffset + 60, true))
  expect(screen.getByText('with zone')).toBeVisible()
})

it.each([
  [true, 'local'],
  [false, 'with zone'],
])('is a guess on the server, which does not know the zone: %s', (isLikely, text) => {
  const { html } = renderOnServer({
    locale: 'en',
    reference: 'reference',
    checkout: paidAt(0, isLikely),
    problem: null,
    search: '',
    fieldsUrl: 'https://fields.example',
    wordsPath: '/assets/words-en-1a2b.json',
    countriesPath: null,
  })
  expect(html).toContain(`<bdi>${text}</bdi>`)
})
