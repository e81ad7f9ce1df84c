import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseLocale } from './choose-locale.ts'

const LOCALES = ['en', 'pt-BR', 'es']
const none = { query: null, session: null, acceptLanguage: null }

describe('chooseLocale', () => {
  it.each([
    ['no preference', none, 'en'],
    ["the shopper's choice first", { query: 'es', session: 'pt-BR', acceptLanguage: 'en' }, 'es'],
    [
      "the session's before the browser's",
      { ...none, session: 'pt-BR', acceptLanguage: 'es' },
      'pt-BR',
    ],
    ['"auto" leaves it to the browser', { ...none, session: 'auto', acceptLanguage: 'es' }, 'es'],
    ['an unsupported choice', { query: 'xx', session: 'pt-BR', acceptLanguage: 'es' }, 'pt-BR'],
    [
      'a session in an unsupported language',
      { ...none, session: 'ja', acceptLanguage: 'es' },
      'es',
    ],
    ['another variety of a language', { ...none, acceptLanguage: 'pt-PT' }, 'pt-BR'],
    ['a narrower variety', { ...none, acceptLanguage: 'es-MX' }, 'es'],
    ['another letter case', { ...none, acceptLanguage: 'PT-br' }, 'pt-BR'],
    ['weights', { ...none, acceptLanguage: 'es;q=0.4, pt;q=0.9, en;q=0.5' }, 'pt-BR'],
    ['the first of the same weight', { ...none, acceptLanguage: 'ja, es, en' }, 'es'],
    ['an excluded language', { ...none, acceptLanguage: 'es;q=0, pt-BR;q=0.1' }, 'pt-BR'],
    ['anything', { ...none, acceptLanguage: '*' }, 'en'],
    ['a script before the region', { ...none, acceptLanguage: 'es-Latn-MX' }, 'es'],
    ['nonsense', { ...none, acceptLanguage: ';;;q=,=,-' }, 'en'],
  ])('%s', (_name, wishes, locale) => {
    expect(chooseLocale(wishes, LOCALES)).toBe(locale)
  })

  const MANY = ['en', 'pt-BR', 'es', 'nb', 'uk', 'ar', 'he', 'id', 'zh-CN']

  it.each([
    ['pt', 'pt-BR'],
    ['zh', 'zh-CN'],
    ['zh-Hans', 'zh-CN'],
    ['zh-SG', 'zh-CN'],
    ['zh-Hans-HK', 'zh-CN'],
    ['nb-NO', 'nb'],
    ['no', 'nb'],
    ['nn-NO', 'nb'],
    ['iw', 'he'],
    ['iw-IL', 'he'],
    ['in', 'id'],
    ['ar-EG', 'ar'],
    ['uk-UA', 'uk'],
  ])('reads %s as %s', (acceptLanguage, locale) => {
    expect(chooseLocale({ ...none, acceptLanguage }, MANY)).toBe(locale)
  })

  it.each(['zh-TW', 'zh-Hant', 'zh-HK'])(
    'takes the next wish instead of simplified letters for %s',
    (traditional) => {
      const acceptLanguage = `${traditional}, es;q=0.5`
      expect(chooseLocale({ ...none, acceptLanguage }, MANY)).toBe('es')
    },
  )

  it('prefers the variety of the region', () => {
    const locales = ['en', 'pt-BR', 'pt-PT']
    expect(chooseLocale({ ...none, acceptLanguage: 'pt-PT' }, locales)).toBe('pt-PT')
    expect(chooseLocale({ ...none, acceptLanguage: 'pt-AO' }, locales)).toBe('pt-BR')
  })

  const text = fc.option(
    fc.oneof(fc.string(), fc.constantFrom('auto', 'en-GB', 'pt', '*', 'es;q=0.2')),
  )
  const wishes = fc.record({ query: text, session: text, acceptLanguage: text })

  it('always returns a supported language', () => {
    fc.assert(
      fc.property(wishes, (wishes) => {
        expect(LOCALES).toContain(chooseLocale(wishes, LOCALES))
      }),
    )
  })

  it('always follows a supported choice', () => {
    fc.assert(
      fc.property(wishes, fc.constantFrom(...LOCALES), (wishes, query) => {
        expect(chooseLocale({ ...wishes, query }, LOCALES)).toBe(query)
      }),
    )
  })
})
