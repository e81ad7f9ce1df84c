import { luhnValid } from '#domain/methods/card/card-number.ts'
import { CARDS } from '../shared/test-cards.ts'
import type { Dice } from '../shared/dice.ts'
import type { SecretBook } from './secrets.ts'

/** A card that is in no table of test cards, so the simulator approves it. */
export interface CanaryCard {
  number: string
  code: string
  holder: string
}

const FIRST_DIGITS = ['492912', '453978', '516345', '522188', '606282', '371144'] as const
const AMEX = /^3[47]/
const AMEX_LENGTH = 15
const LENGTH = 16
const CODES_MIN = 200
const CODES = 700

/** Numbers with a fixed outcome in the simulator. */
const KNOWN = {
  declined: CARDS.declined,
  challenged: CARDS.challenged,
  undecided: CARDS.undecided,
} as const

export interface Wallet {
  approved: readonly CanaryCard[]
  declined: CanaryCard
  challenged: CanaryCard
  undecided: CanaryCard
}

/** Draws `count` cards, each with its own security code and holder. */
export function makeWallet(count: number, dice: Dice, book: SecretBook): Wallet {
  const codes = new Set<string>()

  function makeCard(which: string, number: string): CanaryCard {
    let code: string
    do code = String(CODES_MIN + dice.below(CODES))
    while (codes.has(code))
    codes.add(code)
    if (AMEX.test(number)) code = `${dice.below(10)}${code}`
    const holder = `CANARIA ${letters(dice, 9)} ${letters(dice, 7)}`
    book.add(`number of the ${which} card`, 'card number', number)
    book.add(`security code of the ${which} card`, 'security code', code)
    book.add(`holder of the ${which} card`, 'holder', holder)
    return { number, code, holder }
  }

  return {
    approved: Array.from({ length: count - Object.keys(KNOWN).length }, (_, index) =>
      makeCard(`${index + 1}.`, cardNumber(FIRST_DIGITS[index % FIRST_DIGITS.length] ?? '', dice)),
    ),
    declined: makeCard('declined', KNOWN.declined),
    challenged: makeCard('challenged', KNOWN.challenged),
    undecided: makeCard('undecided', KNOWN.undecided),
  }
}

function cardNumber(first: string, dice: Dice): string {
  const length = AMEX.test(first) ? AMEX_LENGTH : LENGTH
  let body = first
  while (body.length < length - 1) body += String(dice.below(10))
  const check = Array.from({ length: 10 }, (_, digit) => String(digit))
  return body + (check.find((digit) => luhnValid(body + digit)) ?? '')
}

function letters(dice: Dice, length: number): string {
  return Array.from({ length }, () => String.fromCharCode(65 + dice.below(26))).join('')
}
