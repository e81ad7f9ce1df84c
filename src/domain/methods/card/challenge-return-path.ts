const NAME = 'challenge-return'

/** The path to which the bank sends the browser back after a challenge: in a frame of the page, or instead of the page. */
export function challengeReturnPath(reference: string): string {
  return `/c/${encodeURIComponent(reference)}/${NAME}`
}

/** Whether `path` is the challenge return path of any session. */
export function isChallengeReturn(path: string): boolean {
  return path.endsWith(`/${NAME}`)
}
