import type { SimulatedOutcome } from '../contract/sandbox-simulate.ts'
import { ar } from './ar/sandbox.ts'
import { cs } from './cs/sandbox.ts'
import { da } from './da/sandbox.ts'
import { de } from './de/sandbox.ts'
import { en } from './en/sandbox.ts'
import { es } from './es/sandbox.ts'
import { fi } from './fi/sandbox.ts'
import { fr } from './fr/sandbox.ts'
import { he } from './he/sandbox.ts'
import { it } from './it/sandbox.ts'
import { ja } from './ja/sandbox.ts'
import { ko } from './ko/sandbox.ts'
import { nb } from './nb/sandbox.ts'
import { nl } from './nl/sandbox.ts'
import { pl } from './pl/sandbox.ts'
import { ptBR } from './pt-br/sandbox.ts'
import { ru } from './ru/sandbox.ts'
import { sv } from './sv/sandbox.ts'
import { tr } from './tr/sandbox.ts'
import { uk } from './uk/sandbox.ts'
import { zhCN } from './zh-cn/sandbox.ts'

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
