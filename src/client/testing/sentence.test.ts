import { describe, expect, it } from 'vitest'
import { page as en } from '#words/en.ts'
import { LANGUAGES } from '#words/languages.ts'
import { PAGE_WORDS } from '#words/tables/page.ts'
import { createTranslate } from '#words/words.ts'
import { FORM_BUTTONS } from './methods.ts'
import { sentence } from './sentence.ts'

const buttons = FORM_BUTTONS

describe('the matcher of an accessible name', () => {
  it('is the sentence itself without placeholders', () => {
    expect(sentence(en, 'paid.title')).toBe('Payment received')
  })

  it.each(LANGUAGES)("matches the page's sentence with an amount in $tag", ({ tag, direction }) => {
    const words = PAGE_WORDS[tag]
    const translate = createTranslate(words, tag, direction)
    const amount = new Intl.NumberFormat(tag, { style: 'currency', currency: 'BRL' }).format(259.9)
    expect(translate('pay.button', { amount })).toMatch(sentence(words, 'pay.button'))
    expect(translate('order.back', { merchant: 'C&A (Brasil)' })).toMatch(
      sentence(words, 'order.back'),
    )
  })

  it.each(LANGUAGES)('matches one button in $tag: to pay is not to pay another way', ({ tag }) => {
    const words = PAGE_WORDS[tag]
    const others = [
      'pay.another-way',
      'pay.busy',
      'authorize.busy',
      'pay.busy.generating',
      'pay.return.pix',
      'pay.return.boleto',
      'pay.return.card',
      'pix.copy',
      'boleto.copy',
    ] as const
    for (const other of others) expect(words[other]).not.toMatch(sentence(words, ...buttons))
  })

  it.each(LANGUAGES)('matches any of several sentences in $tag', ({ tag }) => {
    const words = PAGE_WORDS[tag]
    for (const key of ['pay.button.pix', 'pay.button.boleto'] as const)
      expect(words[key]).toMatch(sentence(words, ...buttons))
  })

  it.each(LANGUAGES)('matches every plural in $tag', ({ tag, direction }) => {
    const words = PAGE_WORDS[tag]
    const translate = createTranslate(words, tag, direction)
    for (const count of [1, 2, 5, 21])
      expect(translate('pay.attempts-left', { count })).toMatch(
        sentence(words, 'pay.attempts-left'),
      )
  })
})

/** Headings by which a test recognises a state. */
const STATES = [
  'boleto.title',
  'challenge.title',
  'checking.title',
  'processing.title',
  'paid.title',
  'paid.already.title',
  'paid.refunded.title',
  'expired.title',
  'canceled.title',
  'refused.too_many_attempts.title',
  'not-found.title',
  'broken.title',
] as const

it.each(LANGUAGES)('no two states of the page share a heading in $tag', ({ tag }) => {
  const words = PAGE_WORDS[tag]
  expect(new Set(STATES.map((key) => words[key])).size).toBe(STATES.length)
})
