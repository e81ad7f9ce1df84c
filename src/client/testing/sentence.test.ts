import { describe, expect, it } from 'vitest'
import { en } from '../../words/en/page.ts'
import { LANGUAGES } from '../../words/languages.ts'
import { PAGE_WORDS } from '../../words/tables/page.ts'
import { speak } from '../../words/words.ts'
import { sentence } from './sentence.ts'

describe('what a name must be', () => {
  it('is the sentence itself where nothing is filled in', () => {
    expect(sentence(en, 'paid.title')).toBe('Payment received')
  })

  it.each(LANGUAGES)(
    'is matched by what the page says with an amount in $tag',
    ({ tag, direction }) => {
      const words = PAGE_WORDS[tag]
      const said = speak(words, tag, direction)
      const amount = new Intl.NumberFormat(tag, { style: 'currency', currency: 'BRL' }).format(
        259.9,
      )
      expect(said('pay.button', { amount })).toMatch(sentence(words, 'pay.button'))
      expect(said('order.back', { merchant: 'C&A (Brasil)' })).toMatch(
        sentence(words, 'order.back'),
      )
    },
  )

  it.each(LANGUAGES)('is one button in $tag: to pay is not to pay another way', ({ tag }) => {
    const words = PAGE_WORDS[tag]
    const others = ['pay.another-way', 'pay.busy', 'pay.return.pix', 'pay.return.card'] as const
    for (const other of others) expect(words[other]).not.toMatch(sentence(words, 'pay.button'))
  })

  it.each(LANGUAGES)('is matched by every plural in $tag', ({ tag, direction }) => {
    const words = PAGE_WORDS[tag]
    const said = speak(words, tag, direction)
    for (const count of [1, 2, 5, 21])
      expect(said('pay.attempts-left', { count })).toMatch(sentence(words, 'pay.attempts-left'))
  })
})

/** The headings that name a state: each must name one. */
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

it.each(LANGUAGES)('no two states of the page have one heading in $tag', ({ tag }) => {
  const words = PAGE_WORDS[tag]
  expect(new Set(STATES.map((key) => words[key])).size).toBe(STATES.length)
})
