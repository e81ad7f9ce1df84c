import { LANGUAGES, type Tag } from './languages.ts'
import { PAGE_WORDS } from './tables/page.ts'
import type { Words } from './words.ts'

/**
 * Keys that the browser does not need: sentences of e-mails, those of the card frame, which has its own copy, and
 * those that the server writes into a view.
 */
const UNSHOWN = [
  'authorize',
  'boleto.',
  'challenge.',
  'decline.',
  'email.',
  'ended.money',
  'error.card-',
  'hint.card-code.front',
  'method.off',
  'order.reference',
  'order.units',
  'paid.refunded.title',
  'pay.attempts-left',
  'pix.',
  'refund.',
  'released.',
]

/** Exceptions to `UNSHOWN`: sentences that a page says by itself. */
const SHOWN = ['decline.enter-again', 'decline.other.', 'decline.pix_expired.title']

/** Words sent to the browser: those that its page can show. */
export function sentWords(tag: Tag, hasSession: boolean): Words {
  const sent = (hasSession ? WITH_SESSION : WITHOUT_SESSION).get(tag)
  return sent ?? PAGE_WORDS[tag]
}

/** Words of the form whose payment is only held, in place of those of one that is charged. */
export function wordsOfHold(tag: Tag): Pick<Words, 'pay.button' | 'pay.busy'> {
  const words = PAGE_WORDS[tag]
  return { 'pay.button': words['authorize.button'], 'pay.busy': words['authorize.busy'] }
}

const WITHOUT_SESSION = wordsBut(UNSHOWN)
const WITH_SESSION = wordsBut([...UNSHOWN, 'not-found.'])

function wordsBut(prefixes: readonly string[]): ReadonlyMap<Tag, Words> {
  const isOneOf = (key: string, starts: readonly string[]) =>
    starts.some((start) => key.startsWith(start))
  const isLeftOut = (key: string) => isOneOf(key, prefixes) && !isOneOf(key, SHOWN)
  return new Map(
    LANGUAGES.map(({ tag }) => {
      const sentences = Object.entries(PAGE_WORDS[tag]).filter(([key]) => !isLeftOut(key))
      return [tag, Object.fromEntries(sentences) as Words]
    }),
  )
}
