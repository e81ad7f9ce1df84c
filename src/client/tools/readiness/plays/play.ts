import { signWebhook } from '../../../../domain/webhook-signature.ts'
import { toSeconds } from '../../../../domain/signature-age.ts'
import type { CheckId } from '../checks/checks.ts'

/** A notification of a real session, with the bytes that its deliveries carry. */
export interface PlayedNotification {
  id: string
  type: string
  sequence: number
  body: string
}

/** The notifications of one session, by `sequence`. */
export interface PlayedSession {
  sessionId: string
  notifications: readonly [PlayedNotification, ...PlayedNotification[]]
}

export type PlayHeaders = Readonly<Record<string, string>>

/** One request to the receiver. */
export interface Play {
  check: CheckId
  /** What is sent, as its report says it. */
  what: string
  body: string
  /** Made when it is sent: a signature ages. */
  headers(now: Date): Promise<PlayHeaders>
  /** Sends the body in pieces of these lengths, after a pause. */
  pieceBytes?: readonly number[]
}

/** What is done next: requests at the same moment, or a look at what they have brought about. */
export type Step =
  | { kind: 'send'; plays: readonly Play[] }
  | { kind: 'look'; when: 'before' | 'after_forgeries' | 'at_the_end' }

/** The headers of a notification that the checkout could have sent at `timestamp`. */
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

/** How a report names a notification. */
export function nameOf({ type, sequence }: Pick<PlayedNotification, 'type' | 'sequence'>): string {
  return sequence === 0 ? type : `${type} (${sequence})`
}
