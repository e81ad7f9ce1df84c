import { describe, expect, it } from 'vitest'
import { DECLINE_CODES } from '../../contract/payment.ts'
import { en } from './en.ts'
import { LANGUAGES } from './languages.ts'
import { type Plural, speak, type WordKey } from './words.ts'

const KEYS = Object.keys(en) as WordKey[]

function sentencesOf(text: string | Plural): string[] {
  return typeof text === 'string' ? [text] : Object.values(text)
}

function placeholdersOf(sentence: string): string {
  return Array.from(sentence.matchAll(/\{\w+\}/g), String)
    .toSorted()
    .join()
}

describe.each(LANGUAGES.map((language) => [language.tag, language] as const))(
  'the words in %s',
  (tag, { words }) => {
    it('have every sentence of English and no other', () => {
      expect(Object.keys(words).toSorted()).toEqual(KEYS.toSorted())
    })

    it('leave no sentence empty or untrimmed', () => {
      const untidy = KEYS.filter((key) =>
        sentencesOf(words[key]).some((text) => text === '' || text !== text.trim()),
      )
      expect(untidy).toEqual([])
    })

    it('have the placeholders of English in every sentence', () => {
      const different = KEYS.filter((key) => {
        const [wanted] = sentencesOf(en[key]).map(placeholdersOf)
        return sentencesOf(words[key]).some((text) => placeholdersOf(text) !== wanted)
      })
      expect(different).toEqual([])
    })

    it('have a sentence for every plural of the language', () => {
      const categories = new Intl.PluralRules(tag).resolvedOptions().pluralCategories
      const incomplete = KEYS.filter((key) => {
        const text: string | Plural = words[key]
        return typeof text !== 'string' && !categories.every((category) => category in text)
      })
      expect(incomplete).toEqual([])
    })

    it('explain every decline', () => {
      for (const code of Object.keys(DECLINE_CODES)) {
        expect(words).toHaveProperty([`decline.${code}.title`])
        expect(words).toHaveProperty([`decline.${code}.text`])
      }
    })
  },
)

describe('speak', () => {
  it('fills placeholders and picks the plural', () => {
    const say = speak(en, 'en')
    expect(say('pay.button', { amount: 'R$ 259,90' })).toBe('Pay R$ 259,90')
    expect(say('order.units', { count: 1 })).toBe('1 unit')
    expect(say('order.units', { count: 2 })).toBe('2 units')
  })

  it('puts a value in as it is, whatever stands in it', () => {
    const merchant = "{amount} $& $1 <b>O'Neil</b>"
    expect(speak(en, 'en')('order.back', { merchant })).toBe(`Back to ${merchant}`)
  })

  it('refuses a sentence without its values when it is compiled', () => {
    const say = speak(en, 'en')
    // @ts-expect-error -- the amount is missing
    expect(say('pay.button')).toBe('Pay undefined')
  })
})
