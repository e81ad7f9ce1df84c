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
  'paid.email',
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

/** The same for a payment that will only be held: the button says so. */
export function sentWordsOfHold(tag: Tag): Words {
  return WITH_HOLD.get(tag) ?? PAGE_WORDS[tag]
}

const WITHOUT_SESSION = wordsBut(UNSHOWN)
const WITH_SESSION = wordsBut([...UNSHOWN, 'not-found.'])
const WITH_HOLD: ReadonlyMap<Tag, Words> = new Map(
  LANGUAGES.map(({ tag }) => {
    const { 'authorize.button': button, 'authorize.busy': busy } = PAGE_WORDS[tag]
    return [tag, { ...sentWords(tag, true), 'pay.button': button, 'pay.busy': busy }]
  }),
)

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
