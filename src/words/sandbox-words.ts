import type { SimulatedOutcome } from '../contract/sandbox-simulate.ts'
import { languageOf } from './languages.ts'
import { SANDBOX_WORDS } from './tables/sandbox.ts'

/** What the sandbox's page says of itself; production's build has none of it. */
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

export interface AllSandboxWords extends SandboxWords {
  /** Above a previewed page that is opened by its own address. */
  preview: string
}

/** The words that travel with a page of the sandbox. */
export function sandboxWords(locale: string): SandboxWords {
  const { preview: _, ...words } = SANDBOX_WORDS[languageOf(locale).tag]
  return words
}
