import type { SimulatedOutcome } from '../contract/sandbox-simulate.ts'
import { languageOf } from './languages.ts'
import { SANDBOX_WORDS } from './tables/sandbox.ts'

/** Words of the sandbox's page; production builds have none of them. */
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
  /** Above a preview that is opened by its own URL. */
  preview: string
}

/** Words sent with a page of the sandbox. */
export function sandboxWords(locale: string): SandboxWords {
  const { preview: _, ...words } = SANDBOX_WORDS[languageOf(locale).tag]
  return words
}
