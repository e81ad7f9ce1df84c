/** Where the story of a session is. */
export function storyAddress(merchantId: string, sessionId: string): string {
  return `/m/${merchantId}/payments/${sessionId}`
}
