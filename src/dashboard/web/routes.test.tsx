// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Integration } from '#contract/dashboard/merchants.ts'
import { Refused } from './calls/call.ts'
import { MERCHANT_ID, paidTimeline, renderDashboard } from '#proof/testing/render-dashboard.tsx'

const ONE = 'cs_0350vCCld0IqH3aGtpi8sP'
const TWO = 'cs_0350vCCltHn4Hd2PtMKcTo'
const OTHER_ID = 'd84b9b43-e937-4a20-8581-d3c00898d6a4'

describe('a screen whose address names another object', () => {
  it("shows no data of the first order's payer", async () => {
    const { router } = await renderDashboard(`/m/${MERCHANT_ID}/payments/${ONE}`, {
      [`GET /timeline/${ONE}`]: paidTimeline(ONE, 'a•••@one.example'),
      [`GET /timeline/${TWO}`]: paidTimeline(TWO, 'b•••@two.example'),
      [`POST /timeline/${ONE}/person`]: { email: 'ada.lovelace@one.example' },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Show (is recorded)' }))
    await screen.findByText('ada.lovelace@one.example')
    await act(() => router.navigate(`/m/${MERCHANT_ID}/payments/${TWO}`))
    await screen.findByRole('heading', { name: `Payment order of ${TWO}` })
    expect(screen.queryByText('ada.lovelace@one.example')).toBeNull()
    expect(screen.getByText('b•••@two.example')).toBeTruthy()
  })

  it("shows no new key of the first merchant beside another merchant's id", async () => {
    const { router } = await renderDashboard(`/m/${MERCHANT_ID}/integration`, {
      [`GET /integration/${MERCHANT_ID}`]: integrationOf(MERCHANT_ID, 'Loja'),
      [`GET /integration/${OTHER_ID}`]: integrationOf(OTHER_ID, 'Outra'),
      'POST /dashboard-actions/key.issue': { apiKey: 'key of Loja' },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Issue a key' }))
    fireEvent.click(screen.getAllByRole('button', { name: 'Issue a key' })[1] ?? document.body)
    fireEvent.click(await screen.findByRole('checkbox', { name: /I have stored it/ }))
    fireEvent.click(screen.getByRole('button', { name: 'Show' }))
    expect(screen.getByText('key of Loja')).toBeTruthy()
    await act(() => router.navigate(`/m/${OTHER_ID}/integration`))
    await screen.findByRole('link', { name: 'Outra' })
    expect(screen.queryByText('key of Loja')).toBeNull()
  })
})

describe('a session that has ended', () => {
  it.each([
    ['without a query', '/m'],
    ['with a query', '/m?q=loja'],
  ])('leads to the sign-in page, and back to the address, %s', async (_name, address) => {
    const refuse = () => {
      throw new Refused(401, 'not_signed_in', '')
    }
    const { router, queryClient, said } = await renderDashboard(
      `/m/${MERCHANT_ID}/payments/${ONE}`,
      {
        [`GET /timeline/${ONE}`]: paidTimeline(ONE, 'a•••@one.example'),
      },
    )
    await screen.findByText('a•••@one.example')
    Object.assign(said, {
      'GET /me': refuse,
      'GET /merchants?': refuse,
      'GET /merchants?q=loja': refuse,
    })
    await act(() => router.navigate(address))
    await screen.findByRole('heading', { name: 'Your session has ended' })
    expect(location.pathname).toBe('/sign-in')
    expect(new URLSearchParams(location.search).get('to')).toBe(address)
    const kept = () =>
      queryClient
        .getQueryCache()
        .getAll()
        .filter(({ state }) => state.data !== undefined)
    await waitFor(() => expect(kept().map(({ queryKey }) => queryKey)).toEqual([]))
  })
})

function integrationOf(merchantId: string, name: string): Integration {
  return {
    merchantId,
    name,
    currency: 'BRL',
    apiUrl: 'http://localhost:4243',
    checkoutUrl: 'http://localhost:4242',
    keys: { items: [], hasMore: false },
    scopes: ['sessions:read'],
    callback: { url: null, disabledAt: null },
    secrets: [],
    lastPing: null,
    returnOrigins: [],
    successUrl: null,
    peopleMay: [],
    refusedCalls: [],
  }
}
