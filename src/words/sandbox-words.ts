import type { SimulatedOutcome } from '#contract/sandbox-simulate.ts'
import { languageOf } from './languages.ts'
import { SANDBOX_WORDS } from './tables/sandbox.ts'

/** Words of the sandbox's page, sent with it; production builds have none of them. */
export interface SandboxWords {
  banner: string
  testValues: string
  decide: string
}

/** Texts of the sandbox's panels. One script has those of all languages, and is loaded when a panel is opened. */
export interface SandboxPanelWords {
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
  declineCode: string
  notPossible: string
  outcomes: Readonly<Record<SimulatedOutcome, string>>
}

export interface AllSandboxWords extends SandboxWords, SandboxPanelWords {
  /** Above a preview that is opened by its own URL. */
  preview: string
}

/** Words sent with a page of the sandbox. */
export function sandboxWords(locale: string): SandboxWords {
  const { banner, testValues, decide } = SANDBOX_WORDS[languageOf(locale).tag]
  return { banner, testValues, decide }
}

export function sandboxPanelWords(locale: string): SandboxPanelWords {
  return SANDBOX_WORDS[languageOf(locale).tag]
}
