import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { fields, table } from './table.ts'

describe('table', () => {
  it('makes columns as wide as their widest cell, and no space at line ends', () => {
    const text = table(
      ['KEY', 'STATUS'],
      [
        ['key_1', 'active'],
        ['key_22', '-'],
      ],
    )
    expect(stripVTControlCharacters(text).split('\n')).toEqual([
      'KEY     STATUS',
      'key_1   active',
      'key_22  -',
    ])
  })
})

describe('fields', () => {
  it('aligns what is known about one thing', () => {
    expect(stripVTControlCharacters(fields({ Name: 'Loja', Currency: 'BRL' }))).toBe(
      'Name      Loja\nCurrency  BRL',
    )
  })
})
