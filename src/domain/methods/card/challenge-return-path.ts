const NAME = 'challenge-return'

/** Where the browser returns to from the bank of a session's payment: in a frame of the page, or instead of the page. */
export function challengeReturnPath(reference: string): string {
  return `/c/${encodeURIComponent(reference)}/${NAME}`
}

/** Whether `path` is that of any session. */
export function isChallengeReturn(path: string): boolean {
  return path.endsWith(`/${NAME}`)
}
