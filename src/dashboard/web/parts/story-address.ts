/** Where the story of a session is. */
export function storyAddress(merchantId: string, sessionId: string): string {
  return `/m/${merchantId}/payments/${sessionId}`
}

/** Where an event is shown as it was sent. */
export function eventAddress(merchantId: string, eventId: string): string {
  return `/m/${merchantId}/webhook/${eventId}`
}
