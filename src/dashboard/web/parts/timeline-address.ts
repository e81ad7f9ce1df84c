/** The address of a session's timeline. */
export function timelineAddress(merchantId: string, sessionId: string): string {
  return `/m/${merchantId}/payments/${sessionId}`
}

/** The address of the page that shows an event as it was sent. */
export function eventAddress(merchantId: string, eventId: string): string {
  return `/m/${merchantId}/webhook/${eventId}`
}
