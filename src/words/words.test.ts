import { describe, expect, it } from 'vitest'
import { DECLINE_CODES, type DeclineCode } from '../contract/payment.ts'
import { shownDecline } from '../domain/methods/card/card-decline.ts'
import { sandboxWords } from './sandbox-words.ts'
import { en } from './en/page.ts'
import { LANGUAGES } from './languages.ts'
import { NO_SCRIPT_WORDS } from './tables/no-script.ts'
import { PAGE_WORDS } from './tables/page.ts'
import { PLAIN_WORDS } from './tables/plain.ts'
import { type Plural, speak, type WordKey } from './words.ts'

const DECLINES = Object.keys(DECLINE_CODES) as DeclineCode[]
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
  (tag, { direction }) => {
    const words = PAGE_WORDS[tag]

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

    it('have a sentence for every plural of the language and no other', () => {
      const categories = new Intl.PluralRules(tag).resolvedOptions().pluralCategories.toSorted()
      const different = KEYS.filter((key) => {
        const text: string | Plural = words[key]
        return typeof text !== 'string' && Object.keys(text).toSorted().join() !== categories.join()
      })
      expect(different).toEqual([])
    })

    it('have the direction of their script', () => {
      const isRightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(words['pay.busy'])
      expect(direction).toBe(isRightToLeft ? 'rtl' : 'ltr')
    })

    it('have a sandbox banner of their own', () => {
      const sameBanner = LANGUAGES.filter(
        (other) => sandboxWords(other.tag).banner === sandboxWords(tag).banner,
      )
      expect(sameBanner.map((language) => language.tag)).toEqual([tag])
    })

    it('report no failure while money may have moved', () => {
      const warning = words['do-not-pay-again'].replace(/[.。।]$/u, '')
      expect(words['checking.text']).toContain(warning)
      expect(words['processing.text']).toContain(warning)
    })

    it('explain every decline', () => {
      for (const code of DECLINES.map(shownDecline)) {
        expect(words).toHaveProperty([`decline.${code}.title`])
        expect(words).toHaveProperty([`decline.${code}.text`])
      }
    })
  },
)

describe('the words of the page without script', () => {
  it('are complete and distinct in every language', () => {
    for (const { tag } of LANGUAGES) {
      const words = Object.values(NO_SCRIPT_WORDS[tag])
      expect(words.filter((text) => text === '' || text !== text.trim())).toEqual([])
      expect(new Set(words).size).toBe(words.length)
    }
    const titles = LANGUAGES.map(({ tag }) => NO_SCRIPT_WORDS[tag].waiting)
    expect(new Set(titles).size).toBe(LANGUAGES.length)
  })
})

describe('the words of plain pages', () => {
  it('are complete and distinct in every language', () => {
    const all = LANGUAGES.flatMap(({ tag }) => Object.values(PLAIN_WORDS[tag]))
    expect(all.filter((text) => text === '' || text !== text.trim())).toEqual([])
    expect(new Set(all).size).toBe(all.length)
  })
})

describe('speak', () => {
  it('fills placeholders and picks the plural', () => {
    const say = speak(en, 'en', 'ltr')
    expect(say('pay.button', { amount: 'R$ 259,90' })).toBe('Pay R$ 259,90')
    expect(say('order.units', { count: 1 })).toBe('1 unit')
    expect(say('order.units', { count: 2 })).toBe('2 units')
  })

  it('inserts a value verbatim', () => {
    const merchant = "{amount} $& $1 <b>O'Neil</b>"
    expect(speak(en, 'en', 'ltr')('order.back', { merchant })).toBe(`Back to ${merchant}`)
  })

  it('isolates the direction of a value in a right-to-left sentence', () => {
    const say = speak(en, 'en', 'rtl')
    expect(say('order.back', { merchant: 'Norte' })).toBe('Back to \u2068Norte\u2069')
  })

  it('fails type checking for a sentence without its values', () => {
    const say = speak(en, 'en', 'ltr')
    // @ts-expect-error -- the amount is missing
    expect(say('pay.button')).toBe('Pay undefined')
  })
})
