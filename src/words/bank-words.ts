import { readAcceptLanguage } from '../domain/accept-language.ts'
import { matchLocale } from '../domain/match-locale.ts'
import { ar } from './ar/bank.ts'
import { cs } from './cs/bank.ts'
import { da } from './da/bank.ts'
import { de } from './de/bank.ts'
import { en } from './en/bank.ts'
import { es } from './es/bank.ts'
import { fi } from './fi/bank.ts'
import { fr } from './fr/bank.ts'
import { he } from './he/bank.ts'
import { it } from './it/bank.ts'
import { ja } from './ja/bank.ts'
import { ko } from './ko/bank.ts'
import { nb } from './nb/bank.ts'
import { nl } from './nl/bank.ts'
import { pl } from './pl/bank.ts'
import { ptBR } from './pt-br/bank.ts'
import { ru } from './ru/bank.ts'
import { sv } from './sv/bank.ts'
import { tr } from './tr/bank.ts'
import { uk } from './uk/bank.ts'
import { zhCN } from './zh-cn/bank.ts'

/** All that the challenge page says in one language. */
export interface ChallengeWords {
  bank: string
  ribbon: string
  title: string
  explanation: string
  merchant: string
  amount: string
  card: string
  cardEndingIn: string
  complete: string
  fail: string
  cancel: string
  notFoundTitle: string
  notFound: string
}

export interface ChallengeTexts extends ChallengeWords {
  /** The language as HTML and `Intl` name it. */
  locale: string
  direction: 'ltr' | 'rtl'
}

const FALLBACK = 'en'
const WORDS: Readonly<Record<string, ChallengeWords>> = {
  en,
  'pt-BR': ptBR,
  es,
  fr,
  de,
  it,
  nl,
  pl,
  sv,
  da,
  nb,
  fi,
  cs,
  tr,
  uk,
  ru,
  ar,
  he,
  ja,
  ko,
  'zh-CN': zhCN,
}
/** The languages of this page are those of the checkout; its words are its own. */
export const CHALLENGE_LOCALES: readonly string[] = Object.keys(WORDS)
const FROM_RIGHT: ReadonlySet<string> = new Set(['ar', 'he'])

/** The texts in the language that the browser asks for. */
export function challengeTexts(acceptLanguage: string | null): ChallengeTexts {
  const wishes = readAcceptLanguage(acceptLanguage)
  const found = wishes.map((wish) => matchLocale(wish, CHALLENGE_LOCALES)).find(Boolean)
  const locale = found ?? FALLBACK
  return { ...(WORDS[locale] ?? en), locale, direction: FROM_RIGHT.has(locale) ? 'rtl' : 'ltr' }
}
