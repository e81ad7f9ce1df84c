import type { PlainText } from '#contract/page.ts'
import type { Environment } from '#contract/environment.ts'

/** How a document's file ends whose script seals cards as the processor's key says. */
export const SEALING = '.sealing.html'

interface FramePlainPages {
  direction: 'ltr' | 'rtl'
  notFound: PlainText
  refused: PlainText
}

/** What a server needs to know of the card frame: `dist/<environment>/fields/frame.json`. */
export interface FrameRecord {
  environment: Environment
  /** The languages, each with its documents; the first is the fallback. */
  locales: string[]
  /** Occurs once in each document; the server's data replace it. */
  dataPlaceholder: string
  scriptHashes: string[]
  sealingScriptHashes: string[]
  styleHash: string
  /** Texts of the error pages, by language. */
  plainPages: Record<string, FramePlainPages>
}
