import { isDeepStrictEqual } from 'node:util'
import type { Books, ExchangeRow, SessionRow } from './books.ts'
import { findings, type Violation } from './violation.ts'

interface Acknowledged {
  id?: string
  merchantId?: string
  amount?: number
  amountCaptured?: number
  paymentMethodDiscounts?: SessionRow['discounts']
  status?: string
  deliveries?: { id: string }[]
}

/** I7: whatever a 2xx acknowledged is in the tables, whatever failed afterwards. */
export function judgeAcknowledged(books: Books): Violation[] {
  const { found, report } = findings('I7')
  for (const exchange of books.exchanges) {
    const { status, answer } = exchange
    if (status === null || status < 200 || status > 299 || answer === null || answer === '')
      continue
    if (exchange.route.startsWith('GET ')) continue
    for (const what of missing(books, exchange, JSON.parse(answer) as Acknowledged))
      report(what, exchange)
  }
  return found
}

function* missing(
  books: Books,
  { route, merchantId, sessionId }: ExchangeRow,
  acknowledged: Acknowledged,
) {
  if (route === 'POST /v1/sessions') {
    const session = books.sessions.find(({ id }) => id === acknowledged.id)
    if (session === undefined) yield 'an acknowledged session does not exist'
    else if (session.amountMinor !== acknowledged.amount)
      yield 'an acknowledged session has another amount'
    else if (!isDeepStrictEqual(session.discounts, acknowledged.paymentMethodDiscounts ?? {}))
      yield 'an acknowledged session has other discounts'
    if (acknowledged.merchantId !== merchantId) yield 'a merchant received the session of another'
    return
  }
  if (route.endsWith('/refunds')) {
    const refund = books.refunds.find(({ id }) => id === acknowledged.id)
    if (refund === undefined) yield 'an acknowledged refund does not exist'
    else if (refund.amountMinor !== acknowledged.amount)
      yield 'an acknowledged refund has another amount'
    else if (!mayBecome(acknowledged.status, refund.status))
      yield `a refund was acknowledged as ${acknowledged.status} and is ${refund.status}`
    return
  }
  if (route.endsWith('/replay')) {
    for (const { id } of acknowledged.deliveries ?? [])
      if (!books.deliveries.some((delivery) => delivery.id === id))
        yield 'an acknowledged delivery does not exist'
    return
  }
  const session = books.sessions.find(({ id }) => id === sessionId)
  if (session === undefined) return
  const taken = acknowledged.amountCaptured ?? 0
  if (route.endsWith('/capture') && acknowledged.status === 'complete')
    if (!books.payments.some((row) => row.sessionId === sessionId && row.capturedMinor === taken))
      yield 'an acknowledged capture has another amount'
  if (acknowledged.status === 'complete' && session.status !== 'complete')
    yield `a shopper saw a paid session, and the session is ${session.status}`
  const wasCanceled = acknowledged.status === 'canceled'
  if (wasCanceled && session.status !== 'canceled' && !session.paidLate)
    yield `a session was acknowledged as canceled, and is ${session.status}`
}

/** What was acknowledged as made may come back later; what failed never changes. */
function mayBecome(acknowledged: string | undefined, status: string): boolean {
  return (
    acknowledged === 'pending' ||
    acknowledged === status ||
    (acknowledged === 'succeeded' && status === 'reversed') ||
    (acknowledged === 'reversed' && status === 'succeeded')
  )
}
