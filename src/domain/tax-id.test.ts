import { formatCnpj } from '@brazilian-utils/brazilian-utils/format-cnpj'
import { formatCpf } from '@brazilian-utils/brazilian-utils/format-cpf'
import { generateCnpj } from '@brazilian-utils/brazilian-utils/generate-cnpj'
import { generateCpf } from '@brazilian-utils/brazilian-utils/generate-cpf'
import { isValidCnpj } from '@brazilian-utils/brazilian-utils/is-valid-cnpj'
import { isValidCpf } from '@brazilian-utils/brazilian-utils/is-valid-cpf'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatTaxId, nameTaxId, normalizeTaxId, taxIdKind } from './tax-id.ts'

const version2 = { version: 2 } as const
/** CPFs and CNPJs without check digits. Exactly one of the hundred pairs of check digits, `endings`, is valid for each. */
const nearCpf = fc.stringMatching(/^\d{9}$/)
const nearCnpj = fc.stringMatching(/^[0-9A-Z]{12}$/)
const nearNumericCnpj = fc.stringMatching(/^\d{12}$/)
const endings = Array.from({ length: 100 }, (_, ending) => String(ending).padStart(2, '0'))

describe('taxIdKind', () => {
  it.each([
    ['123.456.789-09', 'cpf'],
    ['12345678909', 'cpf'],
    ['280.012.389-38', 'cpf'],
    ['１２３４５６７８９０９', 'cpf'],
    ['11.222.333/0001-81', 'cnpj'],
    ['12.ABC.345/01DE-35', 'cnpj'],
    ['12abc34501de35', 'cnpj'],
    [' 12 abc 345 01de 35 ', 'cnpj'],
  ])('%j is a %s', (text, kind) => {
    expect(taxIdKind(text)).toBe(kind)
  })

  it.each([
    '',
    '123.456.789-00',
    '1234567890',
    '123456789090',
    '11.222.333/0001-82',
    '12.ABC.345/01DE-36',
    '12.ABC.345/01DE-3A',
    '000.000.000-00',
    '111.111.111-11',
    '00.000.000/0000-00',
    '123.456.789-09\u0000',
    '123.456.789-09 (Ana)',
    '123.456.789-09€',
  ])('%j is none', (text) => {
    expect(taxIdKind(text)).toBeUndefined()
  })

  it('accepts exactly the CPFs that brazilian-utils accepts', () => {
    fc.assert(
      fc.property(nearCpf, (base) => {
        const ours = endings.filter((ending) => taxIdKind(base + ending) === 'cpf')
        expect(ours).toEqual(endings.filter((ending) => isValidCpf(base + ending)))
      }),
    )
  })

  it('accepts exactly the CNPJs that brazilian-utils accepts, with and without letters', () => {
    fc.assert(
      fc.property(fc.oneof(nearCnpj, nearNumericCnpj), (base) => {
        const ours = endings.filter((ending) => taxIdKind(base + ending) === 'cnpj')
        expect(ours).toEqual(endings.filter((ending) => isValidCnpj(base + ending, version2)))
      }),
    )
  })

  it('accepts what brazilian-utils generates', () => {
    for (let count = 0; count < 200; count++) {
      expect(taxIdKind(generateCpf())).toBe('cpf')
      expect(taxIdKind(generateCnpj(version2))).toBe('cnpj')
    }
  })
})

describe('formatTaxId', () => {
  it('formats whole numbers as brazilian-utils does', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{11}$/), nearCnpj, (cpf, cnpj) => {
        expect(formatTaxId(cpf)).toBe(formatCpf(cpf))
        expect(formatTaxId(`${cnpj}35`)).toBe(formatCnpj(`${cnpj}35`, version2))
      }),
    )
  })

  it.each([
    ['', ''],
    ['123', '123'],
    ['1234', '123.4'],
    ['123456789', '123.456.789'],
    ['1234567890', '123.456.789-0'],
    ['123456789091', '12.345.678/9091'],
    ['12a', '12.A'],
    ['12abc345', '12.ABC.345'],
  ])('writes %j, half typed, as %j', (text, formatted) => {
    expect(formatTaxId(text)).toBe(formatted)
  })

  it('changes separators only, and is idempotent', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const formatted = formatTaxId(text)
        expect(normalizeTaxId(formatted)).toBe(normalizeTaxId(text))
        expect(formatTaxId(formatted)).toBe(formatted)
      }),
    )
  })
})

describe('nameTaxId', () => {
  it.each([
    ['12345678909', 'CPF 123.456.789-09'],
    ['12345678000195', 'CNPJ 12.345.678/0001-95'],
    ['12abc34501de35', 'CNPJ 12.ABC.345/01DE-35'],
    ['12345678900', undefined],
    ['', undefined],
  ])('writes %j as %j', (text, named) => {
    expect(nameTaxId(text)).toBe(named)
  })
})
