import { languageOf } from './languages.ts'
import type { SandboxPanelWords, SandboxWords } from './places.ts'
import { SANDBOX_WORDS } from './tables/sandbox.ts'

/** Words sent with a page of the sandbox. */
export function sandboxWords(locale: string): SandboxWords {
  const { banner, testValues, decide } = SANDBOX_WORDS[languageOf(locale).tag]
  return { banner, testValues, decide }
}

export function sandboxPanelWords(locale: string): SandboxPanelWords {
  return SANDBOX_WORDS[languageOf(locale).tag]
}
