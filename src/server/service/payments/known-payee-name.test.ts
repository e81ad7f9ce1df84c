import { describe, expect, it } from 'vitest'
import { knownPayeeName } from './known-outcome.ts'

describe('the payee whom a processor names', () => {
  it.each([
    ['Outra Ltda', 'Loja São João', 'Outra Ltda'],
    ['Outra Ltda', null, 'Outra Ltda'],
    ['  Outra\nLtda ', 'Loja', 'Outra Ltda'],
    ['LOJA SAO JOAO', 'Loja São João', null],
    ['Loja São João', 'Loja São João', null],
    ['東京', '大阪', '東京'],
    ['', 'Loja', null],
    ['\u202egnp.exe', 'Loja', null],
    ['a\u0000b', 'Loja', null],
    ['\ud800', 'Loja', null],
    ['x'.repeat(201), 'Loja', null],
    [undefined, 'Loja', null],
    [{ name: 'Outra' }, 'Loja', null],
  ])('%j beside %j changes the name to %j', (stated, known, name) => {
    expect(knownPayeeName(stated, known)).toBe(name)
  })
})
