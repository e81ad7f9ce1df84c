import { expect, it } from 'vitest'
import { LANGUAGES } from '#words/languages.ts'
import { CHALLENGE_LOCALES, challengeTexts } from '#words/bank-words.ts'

it('has every text in each language of the page', () => {
  expect(CHALLENGE_LOCALES).toEqual(LANGUAGES.map(({ tag }) => tag))
  const explanations = CHALLENGE_LOCALES.map((locale) => {
    const texts = challengeTexts(locale)
    expect(texts.locale).toBe(locale)
    expect(Object.values(texts).filter((text) => text === '' || text !== text.trim())).toEqual([])
    return texts.explanation
  })
  expect(new Set(explanations).size).toBe(CHALLENGE_LOCALES.length)
})
