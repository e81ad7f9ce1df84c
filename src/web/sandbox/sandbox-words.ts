import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'
import { it } from './words/it.ts'
import { ptBR } from './words/pt-br.ts'

export interface SandboxWords {
  banner: string
  testValues: string
  paid: string
  declined: string
  insufficientFunds: string
  challenge: string
  paidAtOnce: string
  expiresAtOnce: string
  anyExpiryAndCode: string
}

/** Only the sandbox build has these words; the sentences of the banners are what the production build is searched for. */
export const SANDBOX_WORDS: Readonly<Record<string, SandboxWords>> = {
  en,
  'pt-BR': ptBR,
  es,
  fr,
  de,
  it,
}

export function sandboxWords(locale: string): SandboxWords {
  return SANDBOX_WORDS[locale] ?? en
}
