import { oneLine } from './one-line.ts'

const SIGNS_MAX = 60
/** Of addresses, in each width; a point only within a word, so that "S. Paulo" keeps its own. */
const OF_ADDRESSES = /[@＠﹫:：﹕/／\\＼]|[.．。｡․](?=\S)/gu

/**
 * A name that a merchant's people chose, as a mail of the operator carries it: one line of at most 60 signs, in which mail programs
 * find no address. A longer name could be a message to a recipient that those people chose.
 */
export function nameInMail(text: string): string {
  const signs = Array.from(oneLine(oneLine(text).replaceAll(OF_ADDRESSES, ' ')))
  return signs.length <= SIGNS_MAX ? signs.join('') : `${signs.slice(0, SIGNS_MAX - 1).join('')}…`
}
