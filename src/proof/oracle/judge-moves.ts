import type { Books, ExchangeRow } from './books.ts'
import { readBodies, type ParsedEvent } from './event-body.ts'
import { findings, type Violation } from './violation.ts'

const ENDS = ['complete', 'canceled', 'expired']
const LIVE = [
  'created',
  'processing',
  'unknown',
  'requires_action',
  'authorized',
  'amount_mismatch',
]
const ILLEGAL = /cannot go from|_move_legally/

/** I4: a final state never changes afterwards, except for late money. */
export function judgeMoves({ sessions, events, exchanges, complaints }: Books): Violation[] {
  const { found, report } = findings('I4')
  const bySession = Map.groupBy(readBodies(events), ({ sessionId }) => sessionId)
  for (const session of sessions) {
    const own = bySession.get(session.id) ?? []
    let status = 'open'
    for (const event of own) {
      const next = event.parsed.data.session?.status ?? status
      if (next !== status && !mayMove(status, next, event))
        report(`a session went from ${status} to ${next}`, session, summaryOf(event))
      status = next
      if (isEndWithLivePayment(event))
        report('a session ended while a payment could still take money', session, summaryOf(event))
    }
    if (own.length > 0 && status !== session.status)
      report(`a session was last published as ${status}`, session)
    const seen = lastEndSeen(exchanges, session.id)
    if (seen !== undefined && seen !== session.status && session.status !== 'complete')
      report(`a session was seen ${seen} and is ${session.status}`, session)
  }
  for (const complaint of complaints)
    if (ILLEGAL.test(complaint)) report('an illegal transition was tried', complaint)
  return found
}

/** The session's final state that its merchant read last. */
function lastEndSeen(exchanges: ExchangeRow[], sessionId: string): string | undefined {
  return exchanges
    .filter(({ route, status }) => route.startsWith('GET /v1/sessions/') && status === 200)
    .filter((exchange) => exchange.sessionId === sessionId)
    .map(({ answer }) => (JSON.parse(answer ?? '{}') as { status?: string }).status)
    .findLast((status) => status !== undefined && ENDS.includes(status))
}

function mayMove(from: string, to: string, { parsed }: ParsedEvent): boolean {
  if (from === 'open') return true
  const isLateMoney = (from === 'expired' || from === 'canceled') && to === 'complete'
  return isLateMoney && parsed.data.session?.paidLate === true
}

function isEndWithLivePayment({ type, parsed }: ParsedEvent): boolean {
  if (type !== 'session.expired' && type !== 'session.canceled') return false
  return LIVE.includes(parsed.data.session?.payment?.status ?? '')
}

function summaryOf({ id, type, sequence, parsed }: ParsedEvent) {
  return { id, type, sequence, status: parsed.data.session?.status }
}
