import { BAD_DAYS, createBadDays, type BadDays } from '#sandbox/fakes/adyen/bad-days.ts'
import { namesOfBadDays } from '#sandbox/fakes/shared/bad-days.ts'
import type { Dice } from '../shared/dice.ts'

/** What shoppers, banks and strangers do besides Adyen's bad days. */
export const DEEDS = {
  'a challenge, passed': 'the shopper passes, and the browser brings the result back',
  'a challenge, failed': 'the shopper does not pass it',
  'a chargeback': 'the shopper disputes a captured payment',
  'a chargeback, reversed': 'and the merchant wins',
  'a capture, failed': 'the network takes a capture back',
  'a refund, returned': 'the money of a refund comes back',
  'a refund elsewhere': 'somebody refunds in the Customer Area',
  "a stranger's webhook, unsigned": 'somebody else tells of money',
  "a stranger's webhook, signed by another key": 'another customer of Adyen does',
  "a stranger's webhook, for another account": 'it is signed by the right key',
} as const

export type Deed = keyof typeof DEEDS

/** Not drawn: schedules give Adyen one address, where an item of a stranger without genuine ones beside it is refused. */
export const TOLD = { itemsPerWebhook: 6 } as const

/** How far each turn moves Adyen's clock where schedules run by the real one. */
export const HOURS_PASSED = 13

const AT_MOST = 7
const SHARE = 0.35
const RESOLUTION = 1_000_000

/** Every bad day that schedules can meet, or those whose names contain a text. */
export function adyenDaysNamed(only = ''): string[] {
  return namesOfBadDays(BAD_DAYS, only)
}

/** Everything that schedules at Adyen must meet. */
export const WANTED_AT_ADYEN: readonly string[] = [...adyenDaysNamed(), ...Object.keys(DEEDS)]

/** The bad days of a schedule, and a record of those that occurred. */
export interface AdyenDays extends BadDays {
  heal(): void
  note(deed: Deed): void
  met(): string[]
}

/** Draws at most `atMost` of the allowed bad days, so that different seeds combine different ones. */
export function drawAdyenDays(dice: Dice, allowed: readonly string[], atMost = AT_MOST): AdyenDays {
  const drawn = new Set<string>()
  if (allowed.length > 0)
    for (let count = 1 + dice.below(atMost); count > 0; count--) drawn.add(dice.pick(allowed))
  const random = () => dice.below(RESOLUTION) / RESOLUTION
  const days = createBadDays({ random, allowed: [...drawn], share: SHARE })
  const met = new Set<string>()
  let isHealed = false
  return {
    draw(kind, place) {
      const day = isHealed ? undefined : days.draw(kind, place)
      if (day !== undefined) met.add(`${kind}: ${day}`)
      return day
    },
    plan: (kind, day, where) => days.plan(kind, day, where),
    heal() {
      isHealed = true
    },
    note: (deed) => void met.add(deed),
    met: () => [...met],
  }
}
