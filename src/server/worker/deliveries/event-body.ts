import type { Notification } from '../../../contract/event.ts'

/**
 * The body of a notification, written once: every delivery sends these bytes. The session stands first in `data`,
 * before any text of a merchant or shopper, as `sealReference` relies on.
 */
export function eventBody(notification: Notification): string {
  const { id, type, timestamp, environment, sequence, data } = notification
  const { session, ...more } = data
  const ordered = session === undefined ? more : { session, ...more }
  return JSON.stringify({ id, type, timestamp, environment, sequence, data: ordered })
}

const SEALED = '/c/{reference}"'

/**
 * Takes the session's reference out of a JSON text that is to be kept: the database holds its hash only. The reference
 * stands at the end of the session's `url`, the first text in a body that can look like it.
 */
export function sealReference(body: string, reference: string): string {
  return body.replace(`/c/${reference}"`, () => SEALED)
}

/** Puts the reference back: the same bytes as before. */
export function unsealReference(body: string, reference: string): string {
  return body.replace(SEALED, () => `/c/${reference}"`)
}
