import { readAcceptLanguage } from '#domain/accept-language.ts'
import { matchLocale } from '#domain/match-locale.ts'
import { languageOf, LANGUAGES } from './languages.ts'
import type { BankWords } from './places.ts'
import { BANK_WORDS } from './tables/bank.ts'

export interface ChallengeTexts extends BankWords {
  /** BCP 47 tag, for HTML and `Intl`. */
  locale: string
  direction: 'ltr' | 'rtl'
}

/** The challenge page has the languages of the checkout. */
export const CHALLENGE_LOCALES: readonly string[] = LANGUAGES.map(({ tag }) => tag)

/** The texts in the best language of `Accept-Language`. */
export function challengeTexts(acceptLanguage: string | null): ChallengeTexts {
  const wishes = readAcceptLanguage(acceptLanguage)
  const found = wishes.map((wish) => matchLocale(wish, CHALLENGE_LOCALES)).find(Boolean)
  const { tag, direction } = languageOf(found)
  return { ...BANK_WORDS[tag], locale: tag, direction }
}
