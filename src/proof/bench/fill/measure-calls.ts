import { Client } from 'pg'
import { openDatabase, type Database } from '../../../server/database/database.ts'
import { readBacklog } from '../../../server/database/backlog.ts'
import { listDeliveries } from '../../../server/database/deliveries.ts'
import { listEvents } from '../../../server/database/events.ts'
import { listMoneyMoved } from '../../../server/database/money-moved.ts'
import { listSessions } from '../../../server/database/list-sessions.ts'
import { median } from '../statistics.ts'

export interface MeasuredCalls {
  sessions: number
  /** Of the largest merchant, which makes the calls. */
  sessionsOfMerchant: number
  /** Medians. */
  calls: { call: string; ms: number }[]
}

const ROUNDS = 9
const LIMIT = 20
const DAY_MS = 86_400_000
const SILENT = { info: () => undefined, warn: () => undefined }

/** Times calls that are slow when they read whole tables, as the merchant with the most sessions. */
export async function measureCalls(url: string): Promise<MeasuredCalls> {
  const client = new Client(url)
  await client.connect()
  const database = openDatabase({ url, log: SILENT })
  try {
    const { rows } = await client.query<Largest>(LARGEST)
    const [largest] = rows
    if (largest === undefined) throw new Error('the database has no session')
    const calls: MeasuredCalls['calls'] = []
    for (const [call, work] of Object.entries(callsOf(database, largest)))
      calls.push({ call, ms: await medianMs(work) })
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
