import type { ReportedDocument, ReportKind } from '../../../contract/reports.ts'

/** Counts a report, for an operator to be woken by. */
export type CountReport = (document: ReportedDocument, kind: ReportKind) => void

/** As it comes from a browser: of nobody who can be trusted, and with addresses in it that must not be kept. */
export interface BrowserReport {
  kind: Exclude<ReportKind, 'extension' | 'unread'>
  /** Where the document was. */
  page: string
  /** What was refused, or did not come: an address, or a word as `inline`. */
  what: string
  /** The rule that refused it. */
  directive: string | null
  /** The file that asked for it, where it is known. */
  source: string
  line: number | null
}
