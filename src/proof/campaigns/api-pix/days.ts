import {
  badDaysNamed,
  createBadDays,
  type BadDay,
  type BadDayKind,
  type BadDays,
} from '#sandbox/fakes/api-pix/bad-days.ts'
import type { Dice } from '../shared/dice.ts'

/** What payers, strangers and the bank do besides the bank's bad days. */
export const DEEDS = {
  'paid after its end': 'a payer pays a charge that has expired, was removed or is about to be',
  'paid again': 'a payer pays a charge once more, often after its payment was booked',
  'paid twice at once': 'two banks pay the same code, before the checkout knows of either',
  'a refund in parts': 'a refund is larger than each Pix of its payment, and made of several',
  'removed by the bank': 'the bank removes a charge (REMOVIDA_PELO_PSP)',
  "a stranger's webhook":
    'another customer of the bank pays a charge of its own with our txid, for another amount',
  'an unknown txid': 'a webhook about a charge that is no payment',
} as const

export type Deed = keyof typeof DEEDS

const AT_MOST = 7
const SHARE = 0.35
/**
 * On these bad days a webhook is lost for good. Then only polling and the end of the session find the change, and both stop when
 * the payment has ended. These days are therefore drawn only while a payer pays.
 */
const UNTOLD: readonly string[] = ['never', 'cut off']

/** The bad days of a schedule, and a record of those that occurred. */
export interface Days extends BadDays {
  /** Stops the bad days; `resume` lets them occur again. */
  heal(): void
  resume(): void
  /** Runs `work`, in which a payer pays an active charge. Meanwhile a webhook may be lost for good. */
  whilePaying<T>(work: () => T): T
  note(deed: Deed): void
  met(): string[]
}

/** Draws at most `atMost` of the allowed bad days, so that different seeds combine different ones. */
export function drawDays(dice: Dice, allowed: readonly string[], atMost = AT_MOST): Days {
  const drawn = new Set<string>()
  if (allowed.length > 0)
    for (let count = 1 + dice.below(atMost); count > 0; count--) drawn.add(dice.pick(allowed))
  const random = () => dice.below(RESOLUTION) / RESOLUTION
  const days = createBadDays({ random, allowed: [...drawn], share: SHARE })
  const met = new Set<string>()
  let isHealed = false
  let isPaying = false

  function draw<Kind extends BadDayKind>(kind: Kind, place?: string): BadDay<Kind> | undefined {
    const day = isHealed ? undefined : days.draw(kind, place)
    if (day === undefined) return undefined
    if (kind === 'webhook' && UNTOLD.includes(day) && !isPaying) return undefined
    met.add(`${kind}: ${day}`)
    return day
  }

  return {
    draw,
    plan: (kind, day, where) => days.plan(kind, day, where),
    heal() {
      isHealed = true
    },
    resume() {
      isHealed = false
    },
    whilePaying(work) {
      isPaying = true
      try {
        return work()
      } finally {
        isPaying = false
      }
    },
    note: (deed) => void met.add(deed),
    met: () => [...met],
  }
}

const RESOLUTION = 1_000_000

/** Everything that schedules at the bank must meet. */
export const WANTED_AT_BANK: readonly string[] = [...badDaysNamed(), ...Object.keys(DEEDS)]
