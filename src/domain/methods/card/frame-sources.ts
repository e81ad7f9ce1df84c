import { challengeReturnPath } from './challenge-return-path.ts'
import { cardFramePath } from './frame-path.ts'

/**
 * What the page of one session may frame, as a content security policy lists it: its own card frame, and, if the processor
 * lists the origins of its challenges, those origins and the path back from them.
 */
export function frameSources(
  reference: string,
  { checkoutUrl, fieldsUrl }: { checkoutUrl: string; fieldsUrl: string },
  challengeFrameOrigins: readonly string[],
): string {
  // A frame of another session would seal the card for that one.
  const card = new URL(fieldsUrl).origin + cardFramePath(reference)
  if (challengeFrameOrigins.length === 0) return card
  const back = new URL(checkoutUrl).origin + challengeReturnPath(reference)
  return [card, ...challengeFrameOrigins, back].join(' ')
}
