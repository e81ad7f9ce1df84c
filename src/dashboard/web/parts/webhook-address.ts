/** Where a merchant's webhook endpoint is, and one of its events. */
export function webhookAddress(merchantId: string, eventId?: string): string {
  return `/m/${merchantId}/webhook${eventId === undefined ? '' : `/${eventId}`}`
}
