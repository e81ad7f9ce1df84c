import { describe, expect, it } from 'vitest'
import { familiarBrands } from './familiar-brands.ts'

describe('familiarBrands', () => {
  it.each(['BR', 'US', 'JP', 'CN', 'PT', ''])('are different brands, in %s', (country) => {
    const brands = familiarBrands(country)
    expect(brands.length).toBeGreaterThan(4)
    expect(new Set(brands).size).toBe(brands.length)
  })

  it.each([
    ['BR', 'elo'],
    ['JP', 'jcb'],
    ['CN', 'unionpay'],
    ['US', 'discover'],
  ] as const)('in %s show %s among the first four', (country, brand) => {
    expect(familiarBrands(country).slice(0, 4)).toContain(brand)
  })
})
