import type { Books, ExchangeRow } from './books.ts'
import { findings, type Violation } from './violation.ts'

const REMEMBERED_MS = 24 * 3_600_000

/** I5 (idempotency): a merchant's requests with one key and path have one effect and one response, byte for byte. */
export function judgeRepeats({ sessions, payments, refunds, exchanges }: Books): Violation[] {
  const { found, report } = findings('I5')
  const ofMerchants = exchanges.filter(({ merchantId, key }) => merchantId !== null && key !== null)
  for (const group of Map.groupBy(ofMerchants, nameOf).values()) {
    const answered = withinADay(group.filter(isAccepted))
    if (
      new Set(answered.map(({ answer }) => answer)).size > 1 ||
      new Set(answered.map(({ status }) => status)).size > 1
    )
      report('one key got different responses', ...answered)
    if (new Set(answered.map(({ sent }) => sent)).size > 1)
      report('one key was accepted for different requests', ...answered)
    const bodies = new Set(group.map(({ sent }) => sent))
    const refused = group.filter(({ answer }) => answer?.includes('"idempotency_key_reused"'))
    if (refused.length > 0 && bodies.size === 1)
      report('a key was refused as used, though its merchant used it once', ...refused)
  }
  const orders = namesOf(exchanges, 'POST /v1/sessions', 'orderReference')
  for (const [order, names] of orders) {
    const made = sessions.filter(({ orderReference }) => orderReference === order)
    if (made.length > names.size) report('one request made several sessions', ...made)
  }
  // Refunds without an idempotency key count as repeats of one request: a repeated refund must not move money twice.
  const refundRequests = exchanges.map((row) => ({ ...row, key: row.key ?? 'none' }))
  for (const [reason, names] of namesOf(refundRequests, /\/refunds$/, 'reason')) {
    const made = refunds.filter((refund) => refund.reason === reason)
    if (made.length > names.size) report('one request made several refunds', ...made)
  }
  const byKey = Map.groupBy(
    payments.filter(({ idempotencyKey }) => idempotencyKey !== null),
    ({ sessionId, idempotencyKey }) => `${sessionId} ${idempotencyKey}`,
  )
  for (const own of byKey.values())
    if (own.length > 1) report('one request made several payments', ...own)
  return found
}

function nameOf({ merchantId, route, key }: ExchangeRow): string {
  return `${merchantId} ${route} ${key}`
}

function isAccepted({ status }: ExchangeRow): boolean {
  return status !== null && status >= 200 && status < 300
}

function withinADay(answered: ExchangeRow[]): ExchangeRow[] {
  const first = answered[0]?.atMs ?? 0
  return answered.filter(({ atMs }) => atMs - first < REMEMBERED_MS)
}

/** Request names by a field value that is unique to one intent. */
function namesOf(exchanges: ExchangeRow[], route: string | RegExp, field: string) {
  const names = new Map<string, Set<string>>()
  for (const [index, exchange] of exchanges.entries()) {
    const isOne = typeof route === 'string' ? exchange.route === route : route.test(exchange.route)
    if (!isOne) continue
    const marker = (JSON.parse(exchange.sent) as Record<string, unknown>)[field]
    if (typeof marker !== 'string') continue
    // Without a key, every request is its own intent.
    const name = exchange.key === null ? `request ${index}` : nameOf(exchange)
    names.set(marker, (names.get(marker) ?? new Set()).add(name))
  }
  return names
}
