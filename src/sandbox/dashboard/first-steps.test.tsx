// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Call } from '#dashboard/web/calls/call.ts'
import { DepsContext } from '#dashboard/web/deps.ts'
import { FirstSteps } from './first-steps.tsx'

interface Known {
  sessions: { status: string; payment: object | null }[]
  merchants: object[]
  may?: object
  storeUrl?: string | null
}

function show({
  sessions,
  merchants,
  may = { 'merchants:create': 'all' },
  storeUrl = 'http://localhost:4244',
}: Known) {
  const answers: Readonly<Record<string, unknown>> = {
    '/me': { storeUrl, memberships: [{ merchantId: null, may }] },
    '/sessions': { items: sessions, hasMore: false },
    '/merchants?': { items: merchants, hasMore: false },
  }
  const call = (async (path: string) => answers[path]) as Call
  const queryClient = new QueryClient()
  const additions = { titlePrefix: '', band: null, home: null }
  const router = createMemoryRouter([
    {
      path: '/',
      element: (
        <Suspense fallback="…">
          <FirstSteps tag="en" />
          <p>the rest</p>
        </Suspense>
      ),
    },
  ])
  render(
    <DepsContext value={{ call, queryClient, additions }}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </DepsContext>,
  )
  return queryClient
}

afterEach(cleanup)

const DEMO = { id: 'varal' }
const ticks = async () => {
  const steps = await screen.findAllByRole('listitem')
  return steps.map((step) => step.textContent.endsWith('Done'))
}

describe('the first steps in the sandbox', () => {
  it('lead to the demo store and to a merchant of one’s own', async () => {
    show({ sessions: [], merchants: [DEMO] })
    expect(await ticks()).toEqual([false, false, false])
    const store = screen.getByRole('link', { name: 'Buy a shirt in the demo store' })
    expect(store.getAttribute('href')).toBe('http://localhost:4244')
    const own = screen.getByRole('link', { name: 'Make a merchant of your own' })
    expect(own.getAttribute('href')).toBe('/m/new')
  })

  it.each([
    [[{ status: 'open', payment: null }], [DEMO], [false, false, false]],
    [[{ status: 'open', payment: {} }], [DEMO], [true, false, false]],
    [[{ status: 'complete', payment: {} }], [DEMO], [true, true, false]],
    [[], [DEMO, { id: 'own' }], [false, false, true]],
  ])('are ticked by what has happened: %j', async (sessions, merchants, expected) => {
    show({ sessions, merchants })
    expect(await ticks()).toEqual(expected)
  })

  it.each<[string, Known]>([
    ['all were done', { sessions: [{ status: 'complete', payment: {} }], merchants: [DEMO, DEMO] }],
    ['the role makes no merchants', { sessions: [], merchants: [DEMO], may: {} }],
    ['there is no demo store', { sessions: [], merchants: [DEMO], storeUrl: null }],
  ])('are not there when %s', async (_, known) => {
    const queryClient = show(known)
    await screen.findByText('the rest')
    await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(screen.queryAllByRole('listitem')).toEqual([])
  })
})
