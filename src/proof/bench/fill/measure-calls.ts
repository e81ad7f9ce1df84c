import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { find } from '#server/service/find/find.ts'
import { listSessions as listPage } from '#server/service/sessions/list-sessions.ts'
import type { Scope } from '#server/service/people/scope.ts'
import { readTimeline } from '#server/service/sessions/read-timeline.ts'
import { deriveMasterKeys } from '#server/service/keys/master-keys.ts'
import type { Database } from '#server/database/engine/database.ts'
import { openDatabase } from '#server/database/engine/open-database.ts'
import { readBacklog } from '#server/database/installation/backlog.ts'
import { listDeliveries } from '#server/database/events/deliveries.ts'
import { listEvents } from '#server/database/events/events.ts'
import { listMoneyMoved } from '#server/database/payments/money-moved.ts'
import { listSessions } from '#server/database/sessions/list-sessions.ts'
import { median } from '../statistics.ts'

export interface MeasuredCalls {
  sessions: number
  /** Sessions of the largest merchant, which makes the calls. */
  sessionsOfMerchant: number
  /** Each call with the median of its durations. */
  calls: { call: string; ms: number }[]
}

const ROUNDS = 9
const LIMIT = 20
const DAY_MS = 86_400_000
const SILENT = { info: () => undefined, warn: () => undefined }

/** Measures calls by the merchant with the most sessions. They would be slow if they read whole tables. */
export async function measureCalls(url: string): Promise<MeasuredCalls> {
  const client = new Client(url)
  await client.connect()
  const database = openDatabase({ url, log: SILENT })
  try {
    const { rows } = await client.query<Largest>(LARGEST)
    const [largest] = rows
    if (largest === undefined) throw new Error('the database has no session')
    const calls: MeasuredCalls['calls'] = []
    const { rows: knownRows } = await client.query<Known>(KNOWN, [largest.merchantId])
    const [known] = knownRows
    if (known === undefined) throw new Error('the merchant has no payment by card with an order')
    const named = { ...callsOf(database, largest), ...dashboardCallsOf(database, largest, known) }
    for (const [call, work] of Object.entries(named)) calls.push({ call, ms: await medianMs(work) })
    const { total: sessions, own: sessionsOfMerchant } = largest
    return { sessions, sessionsOfMerchant, calls }
  } finally {
    await database.close()
    await client.end()
  }
}

interface Largest {
  merchantId: string
  own: number
  total: number
  early: Date
}

const LARGEST = `
  select merchant_id as "merchantId", count(*)::int as own, (select count(*)::int from sessions) as total,
    percentile_disc(0.01) within group (order by created_at) as early
  from sessions group by 1 order by 2 desc limit 1`

/** Facts that a caller on the phone may know about a payment; this one is among the largest merchant's. */
interface Known {
  sessionId: string
  order: string
  email: string
  amountMinor: number
  lastFour: string
}

const KNOWN = `
  select p.session_id as "sessionId", s.order_reference as order, p.customer ->> 'email' as email,
    p.amount_minor::int as "amountMinor", p.card_last_four as "lastFour"
  from payments p join sessions s on s.id = p.session_id
  where p.merchant_id = $1 and s.order_reference is not null and p.customer ->> 'email' is not null
    and p.card_last_four is not null
  order by p.id offset 500 limit 1`

/** Queries of the dashboard, for the largest merchant and for all merchants. */
function dashboardCallsOf(database: Database, { merchantId, early }: Largest, known: Known) {
  const clock = () => new Date()
  const context = { database, keys: deriveMasterKeys(randomBytes(32)), clock, random: randomBytes }
  const own: Scope = { merchantId }
  const all: Scope = { merchants: 'all' }
  const look = (scope: Scope, text: string) => () =>
    find(context, scope, { text, showsPersons: false })
  const card = `${known.lastFour} ${(known.amountMinor / 100).toFixed(2)}`
  const list = (filter: object) => () =>
    listPage(context, own, { merchantId, showsPersons: false, ...filter })
  return {
    'dashboard: find an order': look(own, known.order),
    'dashboard: find an order, of all merchants': look(all, known.order),
    'dashboard: find an e-mail': look(own, known.email),
    'dashboard: find an e-mail, of all merchants': look(all, known.email),
    'dashboard: find last four and amount': look(own, card),
    'dashboard: find last four and amount, of all merchants': look(all, card),
    'dashboard: the timeline of a payment': () =>
      readTimeline({ database }, { id: known.sessionId, merchantId: null }),
    'dashboard: a page of payments': list({}),
    'dashboard: a page of a filter that nothing matches': list({ amountFrom: 2_000_000_000 }),
    'dashboard: the same, long ago': list({ amountFrom: 2_000_000_000, until: early }),
  }
}

function callsOf(database: Database, { merchantId, early }: Largest) {
  const now = new Date()
  const range = { since: new Date(early.getTime()), until: new Date(early.getTime() + DAY_MS) }
  const createdBefore = early.toISOString()
  return {
    'sessions, the newest': () => listSessions(database, merchantId, { limit: LIMIT }),
    'sessions, `createdBefore` long ago': () =>
      listSessions(database, merchantId, { limit: LIMIT, createdBefore }),
    'sessions of a rare `paymentStatus`': () =>
      listSessions(database, merchantId, { limit: LIMIT, paymentStatus: 'processing' }),
    'events of a type that no event has': () =>
      listEvents(database, merchantId, { limit: LIMIT, type: 'refund.failed' }),
    'deliveries in a state that none has': () =>
      listDeliveries(database, { merchantId, status: 'disabled', limit: LIMIT }),
    'a page of a day of reconciliation': () =>
      listMoneyMoved(database, {
        ...range,
        processor: 'simulated',
        after: { id: '', kind: '' },
        limit: 1000,
      }),
    'the backlog, for `/metrics`': () => readBacklog(database, now),
  }
}

async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  while (times.length < ROUNDS) {
    const startedMs = performance.now()
    await work()
    times.push(performance.now() - startedMs)
  }
  return median(times)
}
