import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatCardNumber } from './methods/card/card-number.ts'
import { formatExpiryInput } from './methods/card/expiry.ts'
import { formatAsTyped } from './format-as-typed.ts'

const asCardNumber = (text: string) => formatCardNumber(text.replaceAll(/\D/g, ''))
const asExpiry = (text: string) => formatExpiryInput(text).replace('/', ' / ')

/** Parses a text in which a bar marks the caret. */
function at(marked: string) {
  return { text: marked.replace('|', ''), caret: marked.indexOf('|') }
}

function marked({ text, caret }: { text: string; caret: number }) {
  return `${text.slice(0, caret)}|${text.slice(caret)}`
}

describe('formatAsTyped', () => {
  const cases: [what: string, before: string, typed: string, inputType: string, shown: string][] = [
    ['appends a digit', '4242', '42424|', '', '4242 4|'],
    ['inserts a digit in the middle', '4242 42', '41|242 42', '', '41|24 242'],
    ['deletes a digit', '4242 4242', '4242 |242', 'deleteContentBackward', '4242| 242'],
    [
      'deletes over a space to the left',
      '4242 4242',
      '4242|4242',
      'deleteContentBackward',
      '424|4 242',
    ],
    [
      'deletes over a space to the right',
      '4242 4242',
      '4242|4242',
      'deleteContentForward',
      '4242| 242',
    ],
    ['leaves a paste at its end', '', '4242-4242|', '', '4242 4242|'],
    ['drops a letter', '42', '42x|', '', '42|'],
  ]
  it.each(cases)('%s in a card number', (_, before, typed, deletion, shown) => {
    expect(marked(formatAsTyped(before, at(typed), deletion, asCardNumber))).toBe(shown)
  })

  const expiries: typeof cases = [
    ['shows the first digits as they come', '', '12|', '', '12|'],
    ['sets the slash before the year', '12', '123|', '', '12 / 3|'],
    ['puts a zero before a month of one digit', '', '5|', '', '05|'],
    ['goes back over the slash', '12 / 3', '12 / |', 'deleteContentBackward', '12 / |'],
    ['does not get stuck at the slash', '12 / ', '12 /|', 'deleteContentBackward', '1|'],
    ['takes what browsers fill in', '', '12/34|', '', '12 / 34|'],
  ]
  it.each(expiries)('%s in an expiry date', (_, before, typed, deletion, shown) => {
    expect(marked(formatAsTyped(before, at(typed), deletion, asExpiry))).toBe(shown)
  })

  it('gives the same text for digits typed one by one or at once', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{0,19}$/), (digits) => {
        let shown = { text: '', caret: 0 }
        for (const digit of digits) {
          const text = shown.text + digit
          shown = formatAsTyped(shown.text, { text, caret: text.length }, '', asCardNumber)
        }
        expect(shown).toEqual({ text: asCardNumber(digits), caret: shown.text.length })
      }),
    )
  })

  it('keeps the caret after the same digits, wherever one is inserted', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^\d{1,18}$/),
        fc.nat(),
        fc.stringMatching(/^\d$/),
        (digits, place, digit) => {
          const before = asCardNumber(digits)
          const caret = place % (before.length + 1)
          const text = before.slice(0, caret) + digit + before.slice(caret)
          const shown = formatAsTyped(before, { text, caret: caret + 1 }, '', asCardNumber)
          const digitsBefore = (text: string) => text.replaceAll(/\D/g, '')
          expect(digitsBefore(shown.text.slice(0, shown.caret))).toBe(
            digitsBefore(text.slice(0, caret + 1)),
          )
        },
      ),
    )
  })
})
