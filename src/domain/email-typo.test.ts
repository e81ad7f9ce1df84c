import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emailMeant } from './email-typo.ts'

const COMMON = fc.constantFrom('gmail.com', 'hotmail.com', 'yahoo.com.br', 'icloud.com')
const LOCAL = fc.stringMatching(/^[a-zA-Z0-9._+-]{1,20}$/)
const LETTER = fc.constantFrom(...Array.from('abcdefghijklmnopqrstuvwxyz0123456789.-'))
const DOMAIN = fc.oneof(fc.domain(), COMMON, typoOf(COMMON))

/** A domain with one edit of any kind. */
function typoOf(domains: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(domains, fc.nat(20), LETTER, fc.constantFrom('more', 'less', 'other', 'swapped'))
    .map(([domain, place, letter, edit]) => {
      const at = place % domain.length
      const [before, rest] = [domain.slice(0, at), domain.slice(at)]
      if (edit === 'more') return before + letter + rest
      if (edit === 'less') return before + rest.slice(1)
      if (edit === 'other') return before + letter + rest.slice(1)
      return before + rest.slice(1, 2) + rest.slice(0, 1) + rest.slice(2)
    })
}

/** Edit distance with transpositions, by the textbook's table. */
function distance(one: string, other: string): number {
  const table = Array.from({ length: one.length + 1 }, (_, row) =>
    Array.from({ length: other.length + 1 }, (_, column) => (row === 0 ? column : row)),
  )
  const at = (row: number, column: number) => table[row]?.[column] ?? Infinity
  for (let row = 1; row <= one.length; row++)
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const cells = table[row]
      if (cells === undefined) continue
      cells[column] = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        isSwapped && row > 1 && column > 1 ? at(row - 2, column - 2) + 1 : Infinity,
      )
    }
  return at(one.length, other.length)
}

describe('the e-mail that was meant', () => {
  it.each([
    ['ana@gmial.com', 'ana@gmail.com'],
    ['ana@gmai.com', 'ana@gmail.com'],
    ['ana@gmail.con', 'ana@gmail.com'],
    ['ana@gmail.comm', 'ana@gmail.com'],
    ['ana@gmail,com', 'ana@gmail.com'],
    ['ana@GMAIL.co', 'ana@gmail.com'],
    ['ana@hotmial.com', 'ana@hotmail.com'],
    ['Ana.Souza+x@yaho.com.br', 'Ana.Souza+x@yahoo.com.br'],
    ['ana@outlok.com', 'ana@outlook.com'],
    ['ana@iclud.com', 'ana@icloud.com'],
  ])('of %s is %s', (typed, meant) => {
    expect(emailMeant(typed)).toBe(meant)
  })

  it.each([
    '',
    'ana',
    'ana@',
    '@gmial.com',
    'ana@gmial.com ana@gmial.com',
    'ana@gamil.org',
    'ana@bol.com.br',
    'ana@bol.com',
    'ana@yahoo.com.ar',
    'ana@ymail.com',
    'ana@cloud.com',
    'ana@norte-livros.example',
  ])('of %j is not guessed', (typed) => {
    expect(emailMeant(typed)).toBeUndefined()
  })

  it('has the same name before the @, is one edit away, and is final', () => {
    fc.assert(
      fc.property(LOCAL, DOMAIN, (local, domain) => {
        const meant = emailMeant(`${local}@${domain}`)
        if (meant === undefined) return
        expect(meant.startsWith(`${local}@`)).toBe(true)
        expect(distance(domain.toLowerCase(), meant.slice(local.length + 1))).toBe(1)
        expect(emailMeant(meant)).toBeUndefined()
      }),
      { numRuns: 1000 },
    )
  })

  it('is found for every edit of a common domain that is no real one', () => {
    const real = /^(y?mail|email|rmail|cloud)\.com$|^yahoo\.com\.(ar|hr|tr)$/
    fc.assert(
      fc.property(typoOf(COMMON), (domain) => {
        fc.pre(!real.test(domain) && !/[\s@]/.test(domain))
        const isCommon = emailMeant(`ana@${domain}`) === undefined
        const nearest = ['gmail.com', 'hotmail.com', 'yahoo.com.br', 'icloud.com', 'yahoo.com']
        expect(isCommon).toBe(nearest.includes(domain))
      }),
      { numRuns: 1000 },
    )
  })
})
