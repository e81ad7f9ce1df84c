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

/** Keys of what a form says before it is hydrated: errors with the names of fields, and the price of a choice. */
const EARLY = [
  'error.',
  'field.',
  'order.difference',
  'order.discount',
  'order.free',
  'order.interest',
  'order.shipping',
  'order.subtotal',
  'order.tax',
  'order.total',
  'pay.button',
]

/** Words of the page's screens: the browser loads them with the view. */
export function sentWords(tag: Tag): Words {
  return SENT.get(tag) ?? PAGE_WORDS[tag]
}

/** Words in the document of an open form; they replace those that are loaded. */
export function earlyWords(tag: Tag): Partial<Words> {
  return EARLY_WORDS.get(tag) ?? {}
}

/** The same for a payment that will only be held: the button says so. */
export function earlyWordsOfHold(tag: Tag): Partial<Words> {
  return { ...earlyWords(tag), ...buttonOfHold(tag) }
}

/** The words of a held payment's button. */
export function buttonOfHold(tag: Tag): Pick<Words, 'pay.button' | 'pay.busy'> {
  const { 'authorize.button': button, 'authorize.busy': busy } = PAGE_WORDS[tag]
  return { 'pay.button': button, 'pay.busy': busy }
}

const SENT = wordsOf((key) => !startsWith(key, UNSHOWN) || startsWith(key, SHOWN))
const EARLY_WORDS = wordsOf((key) => startsWith(key, EARLY) && !startsWith(key, UNSHOWN))

function startsWith(key: string, starts: readonly string[]): boolean {
  return starts.some((start) => key.startsWith(start))
}

function wordsOf(isTaken: (key: string) => boolean): ReadonlyMap<Tag, Words> {
  return new Map(
    LANGUAGES.map(({ tag }) => {
      const sentences = Object.entries(PAGE_WORDS[tag]).filter(([key]) => isTaken(key))
      return [tag, Object.fromEntries(sentences) as Words]
    }),
  )
}
