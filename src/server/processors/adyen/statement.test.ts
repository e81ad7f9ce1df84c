import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { isStatement, statementOf } from './statement.ts'

it.each([
  ['Norte', 'Norte'],
  ['Pão de Açúcar', 'Pao de Acucar'],
  ['  A & B:  Co.  ', 'A B Co.'],
  ['Livraria do Largo da Matriz', 'Livraria do Largo da M'],
  ['Livraria do Largo dos AB', 'Livraria do Largo dos'],
  ["Joe's-Bar+Grill/24_*?,.", "Joe's-Bar+Grill/24_*?,"],
  ['東京', undefined],
])('the name %j is %j on a statement', (name, statement) => {
  expect(statementOf(name)).toBe(statement)
})

it('any name gives a statement of the allowed characters, or none', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (name) => {
      const statement = statementOf(name)
      expect(statement === undefined || isStatement(statement)).toBe(true)
    }),
  )
})
