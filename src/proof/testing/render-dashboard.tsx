import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render } from '@testing-library/react'
import { RouterProvider } from 'react-router/dom'
import { afterEach } from 'vitest'
import type { MerchantHome } from '#contract/dashboard/merchants.ts'
import type { Me } from '#contract/dashboard/me.ts'
import { PERMISSION_NAMES } from '#contract/dashboard/permissions.ts'
import type { TimelineAnswer } from '#contract/dashboard/timeline-answer.ts'
import { type Call, Refused } from '#dashboard/web/calls/call.ts'
import { createRoutes } from '#dashboard/web/routes.tsx'
import { DepsContext } from '#dashboard/web/deps.ts'
import { loadWords } from '#dashboard/web/words/load-words.ts'
import { LanguageContext } from '#dashboard/web/words/use-language.ts'
import { paymentOf } from './timelines.ts'

afterEach(cleanup)
// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 30_000 })

// jsdom has no modal dialogs.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true
}
HTMLDialogElement.prototype.close = function close() {
  this.open = false
}

// React warns of elements that jsdom does not know: `search`.
Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: 'HTMLElement' })

type Asked = Parameters<Call>[1]
/** By method and path, as `GET /me`: an answer, or a function that gives or throws it. */
type DashboardAnswers = Record<string, unknown>

/** Renders the whole dashboard at an address, for an admin, with these answers of its server. */
export async function renderDashboard(address: string, answers: DashboardAnswers) {
  const said: DashboardAnswers = { 'GET /me': ADMIN, ...answers }
  const call = (async (path: string, asked: Asked = {}) => {
    const answer = said[`${asked.method ?? 'GET'} ${path}`]
    if (answer === undefined) throw new Refused(404, 'not_found', '')
    return structuredClone(typeof answer === 'function' ? await answer(asked) : answer)
  }) as Call
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always', staleTime: 5000 } },
  })
  const additions = { titlePrefix: '', band: null, home: null }
  const deps = { call, queryClient, additions }
  const language = await loadWords(['en'])
  history.replaceState(null, '', address)
  window.scrollTo = () => {}
  const router = createRoutes(deps)
  render(
    <LanguageContext value={language}>
      <DepsContext value={deps}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </DepsContext>
    </LanguageContext>,
  )
  return { router, queryClient, said }
}

const at = '2026-11-20T15:00:00.000Z'
export const MERCHANT_ID = 'd0ab0782-fb0c-4c84-9705-f5bfd33148f3'

const ADMIN: Me = {
  environment: 'sandbox',
  layout: 'local',
  storeUrl: null,
  user: { id: 'usr_0350vCCmcuHH2HiMh7tmJh', email: 'admin@pay.example', name: null },
  memberships: [
    {
      merchantId: null,
      merchantName: null,
      role: 'admin',
      refundLimits: null,
      may: Object.fromEntries(PERMISSION_NAMES.map((name) => [name, 'all'])),
    },
  ],
  session: {
    id: '97023b9c-f617-4dc8-a019-a9d032eae0f3',
    how: 'link',
    opensDashboard: true,
    expiresAt: at,
    idleMinutes: 480,
  },
}

export const MERCHANT: MerchantHome = {
  id: MERCHANT_ID,
  name: 'Loja',
  country: 'BR',
  currency: 'BRL',
  createdAt: at,
  webhook: 'ok',
  liveKeys: 1,
  returnOrigins: [],
  successUrl: null,
  cancelUrl: null,
  latePayments: 'refund',
  amountMismatch: 'hold',
  shopperMails: true,
  peopleMay: ['keys:issue'],
}

/** The timeline of an order of R$ 100.00 that was paid. */
export function paidTimeline(sessionId: string, email: string): TimelineAnswer {
  const money = { amount: 10_000, currency: 'BRL' }
  return {
    timeline: {
      session: {
        id: sessionId,
        status: 'complete',
        ...money,
        orderReference: `order of ${sessionId}`,
        createdAt: at,
        openedAt: null,
        expiresAt: at,
        completedAt: at,
        canceledAt: null,
        paidLate: false,
        isNeverSent: false,
      },
      merchant: { id: MERCHANT_ID, name: 'Loja', endpoint: 'none' },
      timeZone: 'America/Sao_Paulo',
      shopperLocale: null,
      payments: [
        paymentOf({
          id: `pay_${sessionId}`,
          method: 'card',
          ...money,
          captured: money,
          createdAt: at,
          updatedAt: at,
          succeededAt: at,
        }),
      ],
      refunds: [],
      disputes: [],
      events: [],
      acts: [],
      told: [],
    },
    standing: { word: 'paid', tone: 'ok', charged: money, kept: money },
    lines: [],
    explanation: {
      verdict: [{ key: 'nothing_to_tell', values: {} }],
      say: [{ key: 'not_paid', values: {} }],
      next: { key: 'nothing', values: {}, acts: [] },
    },
    person: { email },
    showsPerson: true,
  }
}
