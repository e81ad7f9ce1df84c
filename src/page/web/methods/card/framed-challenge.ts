import type { PageAction } from '#contract/page.ts'

export type Challenge = Extract<PageAction, { type: 'challenge' }>
export type FramedChallenge = Challenge & { frame: NonNullable<Challenge['frame']> }

/**
 * Whether a challenge is shown in a frame. The page is cross-origin isolated: a bank's page that does not opt in to
 * that loads only in a credentialless frame, which some browsers do not have.
 */
export function isFramed(action: Challenge): action is FramedChallenge {
  return action.frame !== undefined && 'credentialless' in HTMLIFrameElement.prototype
}
