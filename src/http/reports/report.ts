import type { ReportedDocument, ReportKind } from '#contract/reports.ts'

/** Counts a report in the metric that alerts operators. */
export type CountReport = (document: ReportedDocument, kind: ReportKind) => void

/** A browser's report: untrusted, with URLs that must not be stored. */
export interface BrowserReport {
  kind: Exclude<ReportKind, 'extension' | 'unread'>
  /** URL of the document. */
  page: string
  /** What was refused or failed to load: a URL, or a keyword such as `inline`. */
  what: string
  /** The CSP directive. */
  directive: string | null
  /** URL of the requesting file, if known. */
  source: string
  line: number | null
}
