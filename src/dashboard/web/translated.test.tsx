// @vitest-environment jsdom
import { act, cleanup, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { FindAnswer } from '#contract/dashboard/find.ts'
import type { ListedSession } from '#contract/dashboard/lists.ts'
import { STANDING_WORDS } from '#contract/dashboard/standing-words.ts'
import type { Standing } from '#contract/dashboard/standing.ts'
import { insertStrangers, plainText, translateTexts } from '#proof/testing/change-page.ts'
import { MERCHANT_ID, paidTimeline, renderDashboard } from '#proof/testing/render-dashboard.tsx'

const ID = 'cs_0Tq4mFhZ7Rk2vXw9sLd3Ye'
const money = (amount: number) => ({ amount, currency: 'BRL' })

/** What is known of the payments at first, and later: another state, other amounts, and what is kept beside them or not. */
const STANDINGS = STANDING_WORDS.map((word, index): Standing => ({
  word,
  tone: 'warn',
  charged: money(29_484),
  kept: [money(29_484), money(1_200), money(2_300)][index % 3] ?? null,
}))
const LATER = STANDINGS.map((_, index): Standing => ({
  word: STANDING_WORDS[(index + 1) % STANDING_WORDS.length] ?? 'paid',
  tone: 'ok',
  charged: money(10_000 + index),
  kept: [money(500), money(10_000 + index), money(700)][index % 3] ?? null,
}))

const sessionsOf = (standings: readonly Standing[]): ListedSession[] =>
  standings.map((standing, index) => ({
    id: `${ID}${index}`,
    merchantId: MERCHANT_ID,
    merchantName: 'Loja',
    orderReference: `A-${index}`,
    status: 'complete',
    standing,
    createdAt: '2026-11-20T15:00:00.000Z',
    payment: {
      id: 'pay_0Tq4n1bJ5Wc8yGt6hKp2Qz',
      ...(standing.tone === 'warn'
        ? { method: 'card' as const, cardBrand: 'visa' as const, cardLastFour: '4242' }
        : { method: 'pix' as const, cardBrand: null, cardLastFour: null }),
      declineCode: null,
      late: false,
    },
    customer: {},
  }))
const listOf = (standings: readonly Standing[]) => ({
  items: sessionsOf(standings),
  after: standings === LATER ? `${ID}0` : null,
  lookedBackTo: null,
  hasMore: standings === LATER,
})
const foundOf = (standings: readonly Standing[]): FindAnswer => ({
  isSearched: true,
  hits: sessionsOf(standings).map(({ status: _status, payment, ...session }) => ({
    ...session,
    kind: 'session',
    why: ['order'],
    payment: payment && { ...payment, createdAt: session.createdAt },
  })),
  hasMore: false,
})
const NO_NEEDS = { needs: [], countedMax: 100, hasMore: false }
const timelineOf = (standings: readonly Standing[]) => ({
  ...paidTimeline(ID, 'a•••@mail.example'),
  standing: standings[0],
})

const SCREENS: [string, string, (standings: readonly Standing[]) => object][] = [
  ['list', '/payments', (all) => ({ 'GET /sessions?': listOf(all) })],
  ['home', '/', (all) => ({ 'GET /needs': NO_NEEDS, 'GET /sessions': listOf(all) })],
  ['find', '/find#q=A-1001', (all) => ({ 'POST /find': foundOf(all) })],
  [
    'timeline',
    `/m/${MERCHANT_ID}/payments/${ID}`,
    (all) => ({ [`GET /timeline/${ID}`]: timelineOf(all) }),
  ],
]
const CHANGES = { 'browser translation': translateTexts, 'foreign elements': insertStrangers }

/** A list is there by its last row, a timeline by its amount. */
const LATER_THERE = /A-9 Loja|^Payment.*R\$100\.00/
const FIRST_THERE = /A-9 Loja|^Payment.*R\$294\.84/

/** All that a screen says, but for the time of its reading. */
const shown = () => plainText(document.querySelector('main')).replace(/As of .*?[AP]M/, '')

describe.each(Object.entries(CHANGES))('R-68: %s', (_change, change) => {
  it.each(SCREENS)('leaves the %s alive, and true', async (_name, address, answersOf) => {
    await renderDashboard(address, answersOf(LATER) as Record<string, unknown>)
    await waitFor(() => expect(shown()).toMatch(LATER_THERE))
    const expected = shown()
    cleanup()
    const { queryClient, said } = await renderDashboard(
      address,
      answersOf(STANDINGS) as Record<string, unknown>,
    )
    await waitFor(() => expect(shown()).toMatch(FIRST_THERE))
    change(document.body)
    Object.assign(said, answersOf(LATER))
    await act(() => queryClient.invalidateQueries())
    await waitFor(() => expect(shown()).toBe(expected))
  })
})
