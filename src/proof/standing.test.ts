import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FindAnswer } from '#contract/dashboard/find.ts'
import type { ListedSession } from '#contract/dashboard/lists.ts'
import type { Needs } from '#contract/dashboard/needs.ts'
import { STANDING_FILTERS } from '#contract/dashboard/standing-words.ts'
import type { Standing } from '#contract/dashboard/standing.ts'
import type { TimelineAnswer } from '#contract/dashboard/timeline-answer.ts'
import type { LookBackPage } from '#contract/list-page.ts'
import { formatMoney } from '#domain/money.ts'
import { pageCheckout } from '#page/bff/page-view.ts'
import { receiptContent } from '#page/receipt/receipt-content.ts'
import { receiptText } from '#page/receipt/receipt-text.ts'
import { renderPage } from '#page/web/entry-server.tsx'
import { openApiAndCommands, type ApiAndCommands } from './testing/cli/api-and-commands.fixture.ts'
import type { Browser } from './testing/dashboard/browser.ts'
import { openDashboardOf, type DashboardOfApi } from './testing/dashboard/dashboard-of-api.ts'
import {
  STANDING_CASES,
  writeStanding,
  type StandingCase,
  type StoodSession,
} from './testing/standings.ts'

let checkout: ApiAndCommands
let dashboard: DashboardOfApi
let browser: Browser
const written = new Map<string, StoodSession>()
beforeAll(async () => {
  checkout = await openApiAndCommands()
  dashboard = openDashboardOf(checkout.api)
  browser = await dashboard.signIn({ merchantId: null, role: 'admin' })
  for (const [index, one] of STANDING_CASES.entries())
    written.set(one.name, await writeStanding(checkout.api, one, `R66-${100 + index}`))
})
afterAll(() => checkout.close())

const money = (amount: number) => ({ amount, currency: 'BRL' })
const text = (amount: number) => formatMoney(money(amount), 'en')

/** What the views of a case must say, by its own table. */
function expected({ word, charged, kept }: StandingCase): Omit<Standing, 'tone'> {
  return { word, charged: money(charged), kept: kept === null ? null : money(kept) }
}

/** What each view that gives a standing says of a session. */
const VIEWS: Readonly<Record<string, (stood: StoodSession) => Promise<unknown>>> = {
  'the list of the dashboard, and its home': async ({ id }) => {
    const { body } = await browser.get(`/api/sessions?merchant=${checkout.api.merchant.id}`)
    const { items } = body as LookBackPage<ListedSession>
    return items.find((row) => row.id === id)?.standing
  },
  'what the dashboard finds': async ({ id, orderReference }) => {
    const { body } = await browser.post('/api/find', { text: orderReference })
    const { hits } = body as FindAnswer
    return hits.flatMap((hit) => (hit.kind === 'session' && hit.id === id ? [hit.standing] : []))[0]
  },
  'the timeline of the dashboard': async ({ id }) => {
    const { body } = await browser.get(`/api/timeline/${id}`)
    return (body as TimelineAnswer).standing
  },
  'checkout find --json': async ({ orderReference }) => {
    const { found } = await checkout.json<{ found: { standing: Standing }[] }>(
      `find ${orderReference}`,
    )
    return found[0]?.standing
  },
  'checkout explain --json': async ({ id }) =>
    (await checkout.json<{ standing: Standing }>(`explain ${id}`)).standing,
}

const isPaid = ({ session }: StandingCase) => session === 'complete'

const seenWord = ({ word, shopperSees }: StandingCase) => shopperSees ?? word

/** What the shopper's page must say of money that was taken; of the rest other tests say it. */
function pageSays(one: StandingCase): RegExp {
  const word = seenWord(one)
  if (word === 'taken_back')
    return isPaid(one) ? /Seu banco devolveu este pagamento/ : /Seu banco devolveu R/
  if (!isPaid(one)) return /./
  const says = {
    paid: /Você pagou/,
    reinstated: /Você pagou/,
    partially_refunded: /Reembolso de R/,
    refunded: /Pagamento reembolsado/,
    partially_taken_back: /Seu banco devolveu R/,
  } as const
  return Object.entries(says).find(([known]) => known === word)?.[1] ?? /^$/
}

const stood = ({ name }: StandingCase): StoodSession => {
  const session = written.get(name)
  if (session === undefined) throw new Error(`${name} was not written`)
  return session
}

describe.each(STANDING_CASES)('R-66: $name', (one) => {
  it.each(Object.keys(VIEWS))('%s', async (view) => {
    expect(await VIEWS[view]?.(stood(one))).toMatchObject(expected(one))
  })

  it('is found by the filter of its word alone', async () => {
    const { id } = stood(one)
    const isUnpaid = ['open', 'expired', 'canceled', 'declined', 'voided'].includes(one.word)
    const wanted = isUnpaid ? 'unpaid' : one.word
    for (const filter of STANDING_FILTERS) {
      const query = `merchant=${checkout.api.merchant.id}&payment=${filter}`
      const { body } = await browser.get(`/api/sessions?${query}`)
      const ids = (body as LookBackPage<ListedSession>).items.map((row) => row.id)
      expect([filter, ids.includes(id)]).toEqual([filter, filter === wanted])
    }
  })

  it('is found by what was charged, and by whether a bank took money back', async () => {
    const { id } = stood(one)
    const has = async (query: string) => {
      const { body } = await browser.get(
        `/api/sessions?merchant=${checkout.api.merchant.id}&${query}`,
      )
      return (body as LookBackPage<ListedSession>).items.some((row) => row.id === id)
    }
    const decimal = (one.charged / 100).toFixed(2)
    expect(await has(`amountFrom=${decimal}&amountTo=${decimal}`)).toBe(true)
    expect(await has(`amountFrom=${((one.charged + 1) / 100).toFixed(2)}`)).toBe(false)
    const isTakenBack = ['taken_back', 'partially_taken_back'].includes(seenWord(one))
    expect(await has('takenBack=yes')).toBe(isTakenBack)
    expect(await has('takenBack=no')).toBe(!isTakenBack)
  })

  it('checkout find and explain say it in words', async () => {
    const { id, orderReference } = stood(one)
    const kept = one.kept !== null && one.kept < one.charged ? `, ${text(one.kept)} kept` : ''
    const words = `${one.word.replaceAll('_', ' ')}${kept}`
    const found = (await checkout.run(`find ${orderReference}`)).stdout
    expect(found.split('\n')[1]?.startsWith(words)).toBe(true)
    expect(found).toContain(` ${text(one.charged)} `)
    const explained = (await checkout.run(`explain ${id}`)).stdout
    expect(explained.split('\n')[0]).toMatch(/^Standing +/)
    expect(explained.split('\n')[0]?.endsWith(`${text(one.charged)}: ${words}`)).toBe(true)
  })

  it('the export', async () => {
    const { paymentId } = stood(one)
    const day = checkout.api.clock.now().toISOString().slice(0, 10)
    const { stdout } = await checkout.run(
      `export payments --merchant ${checkout.api.merchant.id} --from ${day} --to ${day} --tz UTC --format jsonl`,
    )
    const rows = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    const row = rows.find((of) => of['paymentId'] === paymentId && paymentId !== null)
    const { captured = 0, reversed = 0 } = one.payment ?? {}
    const wanted: Record<string, unknown> = {
      standing: one.word,
      capturedMinor: captured,
      takenBackMinor: reversed,
      keptMinor: one.kept,
      [captured > 0 ? 'capturedMinor' : 'amountMinor']: one.charged,
    }
    // Without a payment there is no row.
    expect(row === undefined).toBe(one.payment === null)
    expect({ ...wanted, ...row }).toMatchObject(wanted)
  })

  it("the shopper's page and receipt", async () => {
    const page = pageCheckout(await stood(one).look(), 'pt-BR')
    const { html } = renderPage({
      locale: 'pt-BR',
      reference: stood(one).reference,
      checkout: page,
      problem: null,
      search: '',
      fieldsUrl: 'https://fields.example',
      wordsPath: '/assets/words-en-1a2b.json',
      countriesPath: null,
    })
    const shown = html.replaceAll(/<[^>]+>/g, '')
    expect(shown.includes('Está tudo certo')).toBe(
      ['paid', 'reinstated'].includes(seenWord(one)) && isPaid(one),
    )
    expect(shown).toMatch(pageSays(one))
    // No sentence says that all is well, or may still become so, over a total of nothing.
    const isGone = one.kept === 0 && one.payment?.status === 'succeeded' && one.word !== 'owed'
    expect(isGone && /Está tudo certo|já está pago|vai aceitá/.test(shown)).toBe(false)
  })

  it('the receipt by mail', async () => {
    if (one.session !== 'complete') return
    const seen = await stood(one).look()
    if (seen.payment === null) throw new Error('no payment')
    const mail = receiptText(
      receiptContent({
        locales: ['en'],
        checkout: { ...seen, payment: seen.payment },
        url: 'https://checkout.example/c/x',
      }),
    )
    expect(mail).toContain(`You paid ${text(one.charged)} to `)
    const says = {
      paid: /^(?!.*(?:refunded|returned))/s,
      reinstated: /^(?!.*(?:refunded|returned))/s,
      partially_refunded: /R\$94\.84 refunded/,
      refunded: /This payment was refunded/,
      partially_taken_back: /Your bank returned R\$/,
      taken_back: /Your bank returned this payment/,
    } as const
    expect(mail).toMatch(Object.entries(says).find(([word]) => word === seenWord(one))?.[1] ?? /^$/)
  })
})

/**
 * Fields from which a view could derive by itself what a payment is, and the files that may read them. Each says what it needs
 * besides the standing.
 */
const RAW =
  /\b(?:paymentStatus|amount(?:Captured|Refunded|Reversed)|(?:captured|refunded|reversed)Minor)\b|\bpayment\.(?:captured|refunded|reversed)\b|\b(?:payment\??\.)?status === '(?:complete|succeeded)'/
const READERS: Readonly<Record<string, string>> = {
  'page/bff/standing-of-checkout.ts': 'asks the rule',
  'page/bff/returned-money.ts': 'the rows of the receipt, each with its amount',
  'page/bff/rare-texts.ts': 'the amount that a bank took back, in a sentence',
  'page/bff/page-view.ts': 'hands the state on to the screens of paying',
  'page/bff/limits/card-limit.ts': 'whether an attempt counts as declined',
  'page/evidence-pdf/chapters.ts': 'the amount that was captured, in a row of its own',
  'page/web/session/arrival.ts': 'whether the session was paid or held before the visit',
  'page/web/session/screen-of.ts': 'whether a hold waits for the merchant or is captured at once',
  'page/web/screens/ended.tsx': 'whether an end can still change',
  'dashboard/web/screens/timeline/refund-button.tsx': 'how much can be refunded',
  'dashboard/web/screens/timeline/timeline-actions.tsx': 'how much is owed',
  'dashboard/web/screens/integration/webhook.tsx': 'a delivery, not a payment',
  'cli/operator/payments/hold.ts': 'the amount that was captured, in a sentence',
  'cli/operator/payments/mismatched.ts': 'payments with another amount: both amounts',
}

describe('R-66: one rule', () => {
  const SRC = join(import.meta.dirname, '..')
  const views = ['dashboard', 'cli', 'page'].flatMap((wing) =>
    readdirSync(join(SRC, wing), { recursive: true, encoding: 'utf8' })
      .map((path) => `${wing}/${path.replaceAll('\\', '/')}`)
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)),
  )
  const readsRaw = (source: string) =>
    source.split('\n').filter((line) => RAW.test(line) && !/^\s*(?:\/\/|\/?\*)/.test(line))

  it('is what every view asks: no other reads the state of money', () => {
    const reading = views.filter(
      (path) => readsRaw(readFileSync(join(SRC, path), 'utf8')).length > 0,
    )
    expect(reading.toSorted()).toEqual(Object.keys(READERS).toSorted())
  })

  it.each([
    "if (row.paymentStatus === 'refunded') return 'Refunded'",
    "payment.status === 'succeeded' ? 'Paid' : 'Declined'",
    'const left = payment.captured.amount - payment.refunded',
    'if (session.amountReversed > 0) return null',
  ])('a view that derives it is seen: %s', (line) => {
    expect(readsRaw(line)).toHaveLength(1)
  })
})

describe('R-66: what needs a person', () => {
  it('names money that banks took back, for a week', async () => {
    const { api } = checkout
    const needs = async () => ((await browser.get('/api/needs')).body as Needs).needs
    const count = STANDING_CASES.filter(
      ({ payment }) => (payment?.reversed ?? 0) > (payment?.reinstated ?? 0),
    ).length
    expect(await needs()).toContainEqual(
      expect.objectContaining({ kind: 'taken_back', count, merchantId: api.merchant.id }),
    )
    const owner = await dashboard.signIn({ merchantId: api.merchant.id, role: 'owner' })
    const own = ((await owner.get('/api/needs')).body as Needs).needs
    expect(own.map(({ kind }) => kind)).toContain('taken_back')
    const other = await api.addMerchant()
    const stranger = await dashboard.signIn({ merchantId: other.id, role: 'owner' })
    const others = ((await stranger.get('/api/needs')).body as Needs).needs
    expect(others.map(({ kind }) => kind)).not.toContain('taken_back')
    await api.sql(`update reversals set recorded_at = recorded_at - interval '8 days'`)
    expect((await needs()).map(({ kind }) => kind)).not.toContain('taken_back')
  })
})
