import type { DeliveryAttemptRow, ExchangeRow } from '../../oracle/books.ts'
import { POINTS } from '../matrix/points.ts'
import { pointsReached } from '../matrix/script.ts'
import type { Step } from '../simulation/scheduler.ts'

export type Subject =
  | 'crash point'
  | 'move of a session'
  | 'move of a payment'
  | 'move of a refund'
  | 'move of a delivery'
  | 'move of a dispute'
  | 'refusal'
  | 'try of a delivery'
  | 'at the bank'
  | 'at Adyen'

export interface Sighting {
  subject: Subject
  name: string
  times: number
}

interface Seen {
  exchanges: readonly ExchangeRow[]
  attempts: readonly DeliveryAttemptRow[]
}

/** Everything that was seen except state changes, which the database counts. */
export function sightingsOf({ exchanges, attempts }: Seen, steps: readonly Step[]): Sighting[] {
  const once = (subject: Subject) => (name: string) => ({ subject, name, times: 1 })
  return [
    ...pointsReached(POINTS, steps).map(once('crash point')),
    ...exchanges.flatMap(codeOf).map(once('refusal')),
    ...attempts.map(({ number }) => String(number)).map(once('try of a delivery')),
  ]
}

/** The bad days of a bank, once for each schedule that met them. */
export function metAtBank(met: readonly string[]): Sighting[] {
  return met.map((name) => ({ subject: 'at the bank', name, times: 1 }))
}

/** The bad days of Adyen, once for each schedule that met them. */
export function metAtAdyen(met: readonly string[]): Sighting[] {
  return met.map((name) => ({ subject: 'at Adyen', name, times: 1 }))
}

function codeOf({ status, answer }: ExchangeRow): string[] {
  if (status === null || status < 400 || answer === null) return []
  const { code } = JSON.parse(answer) as { code?: string }
  return code === undefined ? [] : [code]
}
