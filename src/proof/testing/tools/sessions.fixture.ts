import { exampleSession } from '../client/session.fixture.ts'
import type { PlayedNotification, PlayedSession } from '#client/tools/readiness/plays/play.ts'

/** The events of a session, as the checkout sends them. */
export function playedSession(digit: number, types: readonly string[]): PlayedSession {
  const sessionId = `cs_${String(digit).padStart(22, '0')}`
  const [first, ...others] = types.map((type, index): PlayedNotification => {
    const id = `evt_${String(digit).repeat(11)}${String(index + 1).padStart(11, '0')}`
    const sequence = index + 1
    const session = exampleSession({
      id: sessionId,
      lineItems: [{ name: 'Calção de náilon', quantity: 2, unitAmount: 12_995 }],
    })
    const body = JSON.stringify({
      id,
      type,
      timestamp: '2026-11-20T16:42:07.311Z',
      environment: 'sandbox',
      sequence,
      data: { session },
    })
    return { id, type, sequence, body }
  })
  if (first === undefined) throw new Error('a session to play needs a notification')
  return { sessionId, wasDelivered: false, notifications: [first, ...others] }
}

/** The paid sessions of `checkout chaos` by default. */
export const THREE_SESSIONS = [
  playedSession(1, [
    'payment.requires_action',
    'payment.succeeded',
    'session.completed',
    'refund.succeeded',
  ]),
  playedSession(2, [
    'payment.failed',
    'payment.requires_action',
    'payment.succeeded',
    'session.completed',
  ]),
  playedSession(3, ['payment.requires_action', 'payment.succeeded', 'session.completed']),
] as const

/** The sessions of `checkout chaos` by default: the last is never paid. */
export const FOUR_SESSIONS = [
  ...THREE_SESSIONS,
  playedSession(4, ['payment.requires_action', 'payment.failed', 'session.expired']),
] as const
