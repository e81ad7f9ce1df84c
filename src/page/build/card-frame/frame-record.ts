import type { PlainText } from '../../../contract/page.ts'
import type { Environment } from '../../../contract/environment.ts'

interface FramePlainPages {
  direction: 'ltr' | 'rtl'
  notFound: PlainText
  refused: PlainText
}

/** What whoever serves the card's frame has to know of it: `dist/<environment>/fields/frame.json`. */
export interface FrameRecord {
  environment: Environment
  /** Each has a document of its name; the first is the fallback. */
  locales: string[]
  /** Stands in each document once, where the server's own data go. */
  dataPlaceholder: string
  scriptHashes: string[]
  styleHash: string
  /** By language, what is said where there is no frame. */
  plainPages: Record<string, FramePlainPages>
}
