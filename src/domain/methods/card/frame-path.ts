/**
 * Where the card frame of one session is served; a language tag follows. It ends with a slash, so that a content
 * security policy with it allows the frame of this session in any language, and of no other.
 */
export function cardFramePath(reference: string): string {
  return `/card/${encodeURIComponent(reference)}/`
}
