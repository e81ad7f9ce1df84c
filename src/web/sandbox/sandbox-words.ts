import type { SimulatedOutcome } from '../../contract/sandbox-simulate.ts'
import { ar } from './words/ar.ts'
import { cs } from './words/cs.ts'
import { da } from './words/da.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fi } from './words/fi.ts'
import { fr } from './words/fr.ts'
import { he } from './words/he.ts'
import { it } from './words/it.ts'
import { ja } from './words/ja.ts'
import { ko } from './words/ko.ts'
import { nb } from './words/nb.ts'
import { nl } from './words/nl.ts'
import { pl } from './words/pl.ts'
import { ptBR } from './words/pt-br.ts'
import { ru } from './words/ru.ts'
import { sv } from './words/sv.ts'
import { tr } from './words/tr.ts'
import { uk } from './words/uk.ts'
import { zhCN } from './words/zh-cn.ts'

export interface SandboxWords {
  banner: string
  testValues: string
  paid: string
  declined: string
  insufficientFunds: string
  challenge: string
  processing: string
  noAnswer: string
  paidAtOnce: string
  expiresAtOnce: string
  neverPaid: string
  anyExpiryAndCode: string
  decide: string
  declineCode: string
  notPossible: string
  outcomes: Readonly<Record<SimulatedOutcome, string>>
}

/** Only the sandbox build has these words; the sentences of the banners are what the production build is searched for. */
export const SANDBOX_WORDS: Readonly<Record<string, SandboxWords>> = {
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

export function sandboxWords(locale: string): SandboxWords {
  return SANDBOX_WORDS[locale] ?? en
}
