import { describe, expect, it } from 'vitest'
import type { ShopperBrowser } from '#contract/checkout.ts'
import type { Customer } from '#contract/session.ts'
import { shopperOf } from './shopper.ts'

const BROWSER: ShopperBrowser = {
  colorDepth: 24,
  screenWidth: 1920,
  screenHeight: 1080,
  timeZoneOffset: 180,
  javaEnabled: false,
  language: 'pt-BR',
  ip: '203.0.113.7',
  userAgent: 'Browser/1',
  accept: 'text/html',
}

const of = (customer: Customer, changes: object = {}) =>
  shopperOf({ currency: 'BRL', customer, browser: BROWSER, ...changes })

describe('the browser of a shopper', () => {
  it('has all that 3-D Secure asks for', () => {
    expect(of({})).toEqual({
      browserInfo: {
        acceptHeader: 'text/html',
        colorDepth: 24,
        javaEnabled: false,
        language: 'pt-BR',
        screenHeight: 1080,
        screenWidth: 1920,
        timeZoneOffset: 180,
        userAgent: 'Browser/1',
      },
      shopperIP: '203.0.113.7',
    })
  })

  it('has it also where the page tells nothing', () => {
    expect(of({}, { browser: undefined, locale: 'es-MX' })).toEqual({
      browserInfo: {
        acceptHeader: '*/*',
        colorDepth: 24,
        javaEnabled: false,
        language: 'es-MX',
        screenHeight: 720,
        screenWidth: 1280,
        timeZoneOffset: 0,
        userAgent: 'unknown',
      },
    })
  })

  it.each(['2001:db8::1', '203.0.113.7'])('has the address %s', (ip) => {
    expect(of({}, { browser: { ...BROWSER, ip } })).toMatchObject({ shopperIP: ip })
  })

  it.each(['2001:db8::/64', 'unknown'])('has no address %s', (ip) => {
    expect(of({}, { browser: { ...BROWSER, ip } })).not.toHaveProperty('shopperIP')
  })

  it('has no empty text', () => {
    const { browserInfo } = of({}, { browser: { ...BROWSER, accept: '', userAgent: '' } })
    expect(browserInfo).toMatchObject({ acceptHeader: '*/*', userAgent: 'unknown' })
  })

  it.each([
    [0, 1],
    [1, 1],
    [3, 1],
    [12, 8],
    [23, 16],
    [24, 24],
    [30, 30],
    [31, 30],
    [47, 32],
    [48, 48],
    [64, 48],
  ])('with %i bits of color is told as %i', (colorDepth, told) => {
    expect(of({}, { browser: { ...BROWSER, colorDepth } }).browserInfo.colorDepth).toBe(told)
  })
})

describe('a shopper', () => {
  it.each<[Customer, object]>([
    [{ email: 'ana@example.com' }, { shopperEmail: 'ana@example.com' }],
    [{ phone: '+5511987654321' }, { telephoneNumber: '+5511987654321' }],
    [{ name: 'Ana' }, {}],
    [{ name: ' Ana Maria de Souza ' }, { shopperName: { firstName: 'Ana', lastName: 'Souza' } }],
    [
      { name: `${'a'.repeat(79)}😀 B` },
      { shopperName: { firstName: 'a'.repeat(79), lastName: 'B' } },
    ],
    [{ taxId: '529.982.247-25' }, { socialSecurityNumber: '52998224725' }],
    [{ taxId: '11.222.333/0001-81' }, { socialSecurityNumber: '11222333000181' }],
    [{ taxId: '1' }, {}],
  ])('%j is told as %j', (customer, told) => {
    expect(of(customer, { browser: { ...BROWSER, ip: undefined } })).toEqual({
      browserInfo: expect.anything(),
      ...told,
    })
  })

  it('has no tax id outside of Brazil', () => {
    expect(of({ taxId: '529.982.247-25' }, { currency: 'EUR' })).not.toHaveProperty(
      'socialSecurityNumber',
    )
  })

  it.each<[object, object]>([
    [
      { locale: 'pt-BR', merchantCountry: 'BR' },
      { shopperLocale: 'pt-BR', countryCode: 'BR' },
    ],
    [
      { locale: 'zh-Hant-TW', merchantCountry: 'US' },
      { shopperLocale: 'zh-US', countryCode: 'US' },
    ],
    [{ locale: 'fil', merchantCountry: 'PH' }, { countryCode: 'PH' }],
    [{ merchantCountry: 'BR' }, { countryCode: 'BR' }],
    [{ locale: 'pt' }, {}],
  ])('with %j has %j', (changes, told) => {
    const shopper = of({}, { browser: { ...BROWSER, ip: undefined }, ...changes })
    expect(shopper).toEqual({ browserInfo: expect.anything(), ...told })
  })

  it('has the country of their address', () => {
    const billingAddress = { line1: 'Damrak 1', city: 'Amsterdam', country: 'NL' }
    expect(of({ billingAddress }, { locale: 'en', merchantCountry: 'BR' })).toMatchObject({
      countryCode: 'NL',
      shopperLocale: 'en-NL',
      billingAddress: { street: 'Damrak', houseNumberOrName: '1', postalCode: '0' },
    })
  })

  it('has no address where a part is missing that is required', () => {
    const billingAddress = { line1: '1 Main St', city: 'X', country: 'US', state: 'California' }
    expect(of({ billingAddress })).not.toHaveProperty('billingAddress')
  })
})
