import { ALTERATION_KINDS } from '#proof/campaigns/tamper/alterations.ts'

/** The part of `npm run prove -- tamper` that the flows run; the campaign tries all kinds in many places. */
export const TAMPER_SLICE = [
  'one byte of a script',
  'a skimmer after a script',
  'another script of ours in its place',
  'one byte of the first script',
  "a skimmer in the frame's script",
  'an inline script in the page',
  'a handler of an image in the page',
  'a frame in the page',
  'a base in the page',
  'a form in the page',
  'a refresh in the page',
  'a style in the page',
  "a script of another site in the card's frame",
]

/** The first seed of a kind. */
export function seedOf(kind: string): number {
  return ALTERATION_KINDS.findIndex(([name]) => name === kind)
}
