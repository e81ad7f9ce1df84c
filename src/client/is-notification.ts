import type { EventType, Notification } from '#contract/event.ts'
import type { Newer } from './errors.ts'

/** A webhook with a valid signature. Its `type` may be newer than this client. */
export type VerifiedNotification = Omit<Notification, 'type'> & { type: EventType | Newer }

type Kind = 'string' | 'number' | 'object'

/** What a handler relies on. The body is signed, so that a fault here is one of versions, not of an attacker. */
const ENVELOPE = {
  id: 'string',
  type: 'string',
  timestamp: 'string',
  environment: 'string',
  sequence: 'number',
  data: 'object',
} as const
const MONEY = { id: 'string', status: 'string', amount: 'number', currency: 'string' } as const
const DATA: Record<string, Record<string, Kind>> = {
  session: { ...MONEY, paymentStatus: 'string' },
  payment: { ...MONEY, method: 'string' },
  refund: { ...MONEY, paymentId: 'string' },
}

/**
 * Whether a signed body has the form of a notification. It is written without schemas, so that a receiver that only
 * verifies loads no validator.
 */
export function isNotification(value: unknown): value is VerifiedNotification {
  if (!has(value, ENVELOPE)) return false
  const { data } = value
  return Object.entries(DATA).every(([name, fields]) => {
    const part: unknown = Reflect.get(data, name)
    return part === undefined || has(part, fields)
  })
}

function has<Fields extends Record<string, Kind>>(
  value: unknown,
  fields: Fields,
): value is { [Name in keyof Fields]: Fields[Name] extends 'object' ? object : unknown } {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.entries(fields).every(([name, kind]) => {
      const field: unknown = Reflect.get(value, name)
      return typeof field === kind && field !== null
    })
  )
}
