import { signWebhook } from '#domain/webhook-signature.ts'
import { toSeconds } from '#domain/signature-age.ts'
import type { CheckId } from '../checks/checks.ts'

/** A notification of a real session, with the body of its deliveries. */
export interface PlayedNotification {
  id: string
  type: string
  sequence: number
  body: string
}

/** The notifications of one session, by `sequence`. */
export interface PlayedSession {
  sessionId: string
  /** Whether the checkout has sent some of them itself: a receiver that knows them shows nothing by what it answers. */
  wasDelivered: boolean
  notifications: readonly [PlayedNotification, ...PlayedNotification[]]
}

export function isPaid({ notifications }: PlayedSession): boolean {
  return notifications.some(({ type }) => type === 'session.completed')
}

export type PlayHeaders = Readonly<Record<string, string>>

/** One request to the receiver. */
export interface Play {
  check: CheckId
  /** What is sent, for the report. */
  what: string
  body: string
  /** Built at sending time: signatures expire. */
  headers(now: Date): Promise<PlayHeaders>
  /** Sends the body after a pause, in chunks of these lengths. */
  pieceBytes?: readonly number[]
}

/** Concurrent requests, or a reading of the merchant's state. */
export type Step =
  | { kind: 'send'; plays: readonly Play[] }
  | { kind: 'look'; when: 'before' | 'after_forgeries' | 'at_the_end' }

/** The headers of a delivery attempt at `timestamp`. */
export async function signedHeaders(
  { id, body }: Pick<PlayedNotification, 'id' | 'body'>,
  timestamp: Date,
  secrets: readonly string[],
): Promise<{ 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string }> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(toSeconds(timestamp)),
    'webhook-signature': await signWebhook({ id, timestamp, body, secrets }),
  }
}

/** A notification's name in the report. */
export function nameOf({ type, sequence }: Pick<PlayedNotification, 'type' | 'sequence'>): string {
  return sequence === 0 ? type : `${type} (${sequence})`
}
