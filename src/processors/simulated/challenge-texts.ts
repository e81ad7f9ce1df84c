import { readAcceptLanguage } from '../../domain/accept-language.ts'
import { matchLocale } from '../../domain/match-locale.ts'
import { ar } from './challenge-words/ar.ts'
import { cs } from './challenge-words/cs.ts'
import { da } from './challenge-words/da.ts'
import { de } from './challenge-words/de.ts'
import { en } from './challenge-words/en.ts'
import { es } from './challenge-words/es.ts'
import { fi } from './challenge-words/fi.ts'
import { fr } from './challenge-words/fr.ts'
import { he } from './challenge-words/he.ts'
import { it } from './challenge-words/it.ts'
import { ja } from './challenge-words/ja.ts'
import { ko } from './challenge-words/ko.ts'
import { nb } from './challenge-words/nb.ts'
import { nl } from './challenge-words/nl.ts'
import { pl } from './challenge-words/pl.ts'
import { ptBR } from './challenge-words/pt-br.ts'
import { ru } from './challenge-words/ru.ts'
import { sv } from './challenge-words/sv.ts'
import { tr } from './challenge-words/tr.ts'
import { uk } from './challenge-words/uk.ts'
import { zhCN } from './challenge-words/zh-cn.ts'

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
