import type { Books, ExchangeRow } from './books.ts'
import { readBodies, type ToldEvent } from './event-body.ts'
import { findings, type Violation } from './violation.ts'

const ENDS = ['complete', 'canceled', 'expired']
const LIVE = ['created', 'processing', 'unknown', 'requires_action']
const ILLEGAL = /cannot go from|_move_legally/

/** I4: a final state never changes afterwards, except for late money. */
export function judgeMoves({ sessions, events, exchanges, complaints }: Books): Violation[] {
  const { found, report } = findings('I4')
  const bySession = Map.groupBy(readBodies(events), ({ sessionId }) => sessionId)
  for (const session of sessions) {
    const own = bySession.get(session.id) ?? []
    let status = 'open'
    for (const event of own) {
      const next = event.told.data.session?.status ?? status
      if (next !== status && !mayMove(status, next, event))
        report(`a session went from ${status} to ${next}`, session, told(event))
      status = next
      if (isEndWithLiveAttempt(event))
        report('a session ended while an attempt could still take money', session, told(event))
    }
    if (own.length > 0 && status !== session.status)
      report(`a session was last told to be ${status}`, session)
    const seen = lastEndSeen(exchanges, session.id)
    if (seen !== undefined && seen !== session.status && session.status !== 'complete')
      report(`a session was seen ${seen} and is ${session.status}`, session)
  }
  for (const complaint of complaints)
    if (ILLEGAL.test(complaint)) report('a move was tried that is not legal', complaint)
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

function mayMove(from: string, to: string, { told }: ToldEvent): boolean {
  if (from === 'open') return true
  const isLateMoney = (from === 'expired' || from === 'canceled') && to === 'complete'
  return isLateMoney && told.data.session?.paidLate === true
}

function isEndWithLiveAttempt({ type, told }: ToldEvent): boolean {
  if (type !== 'session.expired' && type !== 'session.canceled') return false
  return LIVE.includes(told.data.session?.payment?.status ?? '')
}

function told({ id, type, sequence, told }: ToldEvent) {
  return { id, type, sequence, status: told.data.session?.status }
}
