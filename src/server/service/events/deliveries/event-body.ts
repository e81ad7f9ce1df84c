import type { Notification } from '#contract/event.ts'

/**
 * Serializes an event once; every delivery attempt sends these bytes. `sealReference` relies on the
 * order: the session comes first in `data`, before any text of a merchant or shopper.
 */
export function eventBody(notification: Notification): string {
  const { id, type, timestamp, environment, sequence, data } = notification
  const { session, ...more } = data
  const ordered = session === undefined ? more : { session, ...more }
  return JSON.stringify({ id, type, timestamp, environment, sequence, data: ordered })
}

const SEALED = '/c/{reference}"'

/**
 * Replaces the session's reference in a JSON text before it is stored: the database has only its hash.
 * The reference ends the session's `url`, the first text in a body that can look like it.
 */
export function sealReference(body: string, reference: string): string {
  return body.replace(`/c/${reference}"`, () => SEALED)
}

/** The body for whoever may not have the session's link. */
export function hideReference(body: string): string {
  return body.replace(SEALED, '/c/•••"')
}

/** Inverse of `sealReference`: restores the original bytes. */
export function unsealReference(body: string, reference: string): string {
  return body.replace(SEALED, () => `/c/${reference}"`)
}
