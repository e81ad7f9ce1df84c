import { describe, expect, it } from 'vitest'
import { DECLINE_CODES, type DeclineCode } from '#contract/payment.ts'
import { shownDecline } from '#domain/methods/card/card-decline.ts'
import { sandboxWords } from './sandbox-words.ts'
import { page as en } from './en.ts'
import { LANGUAGES } from './languages.ts'
import { NO_SCRIPT_WORDS } from './tables/no-script.ts'
import { PAGE_WORDS } from './tables/page.ts'
import { PLAIN_WORDS } from './tables/plain.ts'
import { type Plural, createTranslate, type WordKey } from './words.ts'

const DECLINES = Object.keys(DECLINE_CODES) as DeclineCode[]
const KEYS = Object.keys(en) as WordKey[]

/** Browsers take the direction of a value from its first letter, which is that of the brand. */
const RIGHT_TO_LEFT_MARK = '\u200F'

/** Words for a balance, which also say what is still to be paid, or what a bank owes. */
const ACCOUNT_BALANCE =
  /^(?:Balance|Saldo|Solde|Zůstatek|Verbleibend|Jäljellä|Kalan|Остаток|Залишок|الرصيد|יתרה|잔액|余额)$/u

function sentencesOf(text: string | Plural): string[] {
  return typeof text === 'string' ? [text] : Object.values(text)
}

/** Plural categories that stand for one number, which the language can put in words: Arabic and Hebrew have a dual. */
function numberedIn(tag: string): ReadonlySet<string> {
  const rules = new Intl.PluralRules(tag)
  const categories = Array.from({ length: 1000 }, (_, count) => rules.select(count))
  return new Set(
    categories.filter((one) => categories.indexOf(one) === categories.lastIndexOf(one)),
  )
}

/** The sentences of a text; where the number may be in words, with the placeholder that stands for it. */
function sentencesWithCount(text: string | Plural, numbered: ReadonlySet<string>): string[] {
  if (typeof text === 'string') return [text]
  return Object.entries(text).map(([category, sentence]) =>
    numbered.has(category) && !sentence.includes('{count}') ? `{count} ${sentence}` : sentence,
  )
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
        const [wanted] = sentencesWithCount(en[key], numberedIn('en')).map(placeholdersOf)
        return sentencesWithCount(words[key], numberedIn(tag)).some(
          (text) => placeholdersOf(text) !== wanted,
        )
      })
      expect(different).toEqual([])
    })

    it('repeat under no heading that the code has expired', () => {
      expect(words['pix.over'].match(/[.。]/gu)).toHaveLength(1)
    })

    it('name the rest after a refund by no word for the balance of an account', () => {
      expect(words['refund.balance']).not.toMatch(ACCOUNT_BALANCE)
    })

    it('have a sentence for every plural of the language and no other', () => {
      const categories = new Intl.PluralRules(tag).resolvedOptions().pluralCategories.toSorted()
      const different = KEYS.filter((key) => {
        const text: string | Plural = words[key]
        return typeof text !== 'string' && Object.keys(text).toSorted().join() !== categories.join()
      })
      expect(different).toEqual([])
    })

    it('begin the name of a card in their own direction', () => {
      const begins = words['receipt.card-ending'].startsWith(RIGHT_TO_LEFT_MARK)
      expect(begins).toBe(direction === 'rtl')
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

describe('createTranslate', () => {
  it('fills placeholders and picks the plural', () => {
    const t = createTranslate(en, 'en', 'ltr')
    expect(t('pay.button', { amount: 'R$ 259,90' })).toBe('Pay R$ 259,90')
    expect(t('order.units', { count: 1 })).toBe('1 unit')
    expect(t('order.units', { count: 2 })).toBe('2 units')
  })

  it('inserts a value verbatim', () => {
    const merchant = "{amount} $& $1 <b>O'Neil</b>"
    expect(createTranslate(en, 'en', 'ltr')('order.back', { merchant })).toBe(`Back to ${merchant}`)
  })

  it('isolates the direction of a value in a right-to-left sentence', () => {
    const t = createTranslate(en, 'en', 'rtl')
    expect(t('order.back', { merchant: 'Norte' })).toBe('Back to \u2068Norte\u2069')
  })

  it('writes a list as the language does', () => {
    const fields = ['A', 'B', 'C']
    const listIn = (tag: 'de' | 'en' | 'ja' | 'pt-BR') =>
      createTranslate(PAGE_WORDS[tag], tag, 'ltr')('error.summary', { count: 3, fields })
    expect(listIn('en')).toBe('Check 3 fields: A, B, C.')
    expect(listIn('pt-BR')).toContain('A, B, C')
    expect(listIn('de')).toContain('A, B und C')
    expect(listIn('ja')).toContain('A、B、C')
    const arabic = createTranslate(
      PAGE_WORDS.ar,
      'ar',
      'rtl',
    )('error.summary', { count: 3, fields })
    expect(arabic).not.toContain(',')
    expect(arabic).toContain('\u2068A\u2069')
  })

  it('fails type checking for a sentence without its values', () => {
    const t = createTranslate(en, 'en', 'ltr')
    // @ts-expect-error -- the amount is missing
    expect(t('pay.button')).toBe('Pay undefined')
  })
})
