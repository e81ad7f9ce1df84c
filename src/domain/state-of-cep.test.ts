import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stateOfCep } from './state-of-cep.ts'

/** The lowest and the highest CEP of each range of a state, from Correios and the address data of Chromium. */
const FIRST_AND_LAST: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  AC: [['69900000', '69999999']],
  AL: [['57000000', '57999999']],
  AM: [
    ['69000000', '69299999'],
    ['69400000', '69899999'],
  ],
  AP: [['68900000', '68999999']],
  BA: [['40000000', '48999999']],
  CE: [['60000000', '63999999']],
  DF: [
    ['70000000', '72799999'],
    ['73000000', '73699999'],
  ],
  ES: [['29000000', '29999999']],
  GO: [
    ['72800000', '72999999'],
    ['73700000', '76799999'],
  ],
  MA: [['65000000', '65999999']],
  MG: [['30000000', '39999999']],
  MS: [['79000000', '79999999']],
  MT: [['78000000', '78899999']],
  PA: [['66000000', '68899999']],
  PB: [['58000000', '58999999']],
  PE: [['50000000', '56999999']],
  PI: [['64000000', '64999999']],
  PR: [['80000000', '87999999']],
  RJ: [['20000000', '28999999']],
  RN: [['59000000', '59999999']],
  RO: [['76800000', '76999999']],
  RR: [['69300000', '69399999']],
  RS: [['90000000', '99999999']],
  SC: [['88000000', '89999999']],
  SE: [['49000000', '49999999']],
  SP: [
    ['01000000', '09999999'],
    ['11000000', '19999999'],
  ],
  TO: [['77000000', '77999999']],
}
const entries = Object.entries(FIRST_AND_LAST)

describe('the state of a CEP', () => {
  it.each(entries)('is %s from the first to the last of its ranges', (state, ranges) => {
    for (const range of ranges) expect(range.map(stateOfCep)).toEqual([state, state])
  })

  it('is that of the one range that holds the CEP, and of no CEP outside of them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), (number) => {
        const cep = String(number).padStart(8, '0')
        const holding = entries.filter(([, ranges]) =>
          ranges.some(([first, last]) => first <= cep && cep <= last),
        )
        expect(holding.length).toBeLessThanOrEqual(1)
        expect(stateOfCep(cep)).toBe(holding[0]?.[0])
      }),
    )
  })

  it.each(['00999999', '10000000', '78900000', '', '0'])('is unknown of %j', (digits) => {
    expect(stateOfCep(digits)).toBeUndefined()
  })
})
