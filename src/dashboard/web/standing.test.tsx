// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { FindAnswer } from '#contract/dashboard/find.ts'
import type { ListedSession } from '#contract/dashboard/lists.ts'
import { STANDING_WORDS } from '#contract/dashboard/standing-words.ts'
import type { Standing } from '#contract/dashboard/standing.ts'
import type { LookBackPage } from '#contract/list-page.ts'
import { dashboardPage } from '#words/dashboard/en.ts'
import { MERCHANT_ID, paidTimeline, renderDashboard } from '#proof/testing/render-dashboard.tsx'

const ID = 'cs_0Tq4mFhZ7Rk2vXw9sLd3Ye'
const money = (amount: number) => ({ amount, currency: 'BRL' })

/** Every word, of an order of R$ 259,90 in installments, with a part of it kept. */
const STANDINGS = STANDING_WORDS.map((word): Standing => ({
  word,
  tone: 'warn',
  charged: money(29_484),
  kept: money(1_200),
}))

/** No screen shows more rows than one half of them at once. */
const HALVES = [STANDINGS.slice(0, 8), STANDINGS.slice(8)]

const row = (standing: Standing): ListedSession => ({
  id: ID,
  merchantId: MERCHANT_ID,
  merchantName: 'Loja',
  orderReference: standing.word,
  status: 'complete',
  standing,
  createdAt: '2026-11-20T15:00:00.000Z',
  payment: {
    id: 'pay_0Tq4n1bJ5Wc8yGt6hKp2Qz',
    method: 'card',
    cardBrand: 'visa',
    cardLastFour: '4242',
    declineCode: null,
    late: false,
  },
  customer: {},
})

const list = (standings: readonly Standing[]): LookBackPage<ListedSession> => ({
  items: standings.map((standing, index) => ({ ...row(standing), id: `${ID}${index}` })),
  after: null,
  lookedBackTo: null,
  hasMore: false,
})

const found = (standings: readonly Standing[]): FindAnswer => ({
  isSearched: true,
  hits: list(standings).items.map((session) => ({
    kind: 'session',
    id: session.id,
    why: ['order'],
    merchantId: MERCHANT_ID,
    merchantName: 'Loja',
    orderReference: session.orderReference,
    standing: session.standing,
    createdAt: session.createdAt,
    payment: {
      id: 'pay_0Tq4n1bJ5Wc8yGt6hKp2Qz',
      method: 'card',
      cardLastFour: '4242',
      declineCode: null,
      createdAt: session.createdAt,
    },
    customer: {},
  })),
  hasMore: false,
})

/** What an element shows of a standing. */
function shownIn(element: HTMLElement | null | undefined): object {
  const mark = element?.querySelector('.mark')
  return {
    word: mark?.textContent,
    tone: mark?.getAttribute('data-tone'),
    money: element?.querySelector('.amounts')?.textContent,
  }
}

const expected = ({ word, tone }: Standing) => ({
  word: dashboardPage[`standing.${word}`],
  tone,
  money: 'R$294.84 R$12.00 kept',
})

/** Renders sessions on a screen that shows several. */
const SCREENS: Readonly<Record<string, (standings: readonly Standing[]) => Promise<unknown>>> = {
  list: (standings) => renderDashboard('/payments', { 'GET /sessions?': list(standings) }),
  home: (standings) => renderDashboard('/', { 'GET /sessions': list(standings) }),
  find: (standings) => renderDashboard('/find#q=A-1001', { 'POST /find': found(standings) }),
}

describe.each(Object.keys(SCREENS))('R-66: %s', (name) => {
  it.each(HALVES)('says each word, what was charged, and what is kept', async (...standings) => {
    await SCREENS[name]?.(standings)
    for (const standing of standings) {
      const link = await screen.findByRole('link', { name: standing.word })
      expect(shownIn(link.closest<HTMLElement>('li, tr'))).toEqual(expected(standing))
    }
  })
})

describe('R-66: the timeline', () => {
  it.each(STANDINGS)('says $word, what was charged, and what is kept', async (standing) => {
    await renderDashboard(`/m/${MERCHANT_ID}/payments/${ID}`, {
      [`GET /timeline/${ID}`]: { ...paidTimeline(ID, 'a•••@mail.example'), standing },
    })
    await waitFor(() => {
      const head = document.querySelector<HTMLElement>('.timeline-amount')
      expect(shownIn(head)).toEqual(expected(standing))
    })
  })
})
