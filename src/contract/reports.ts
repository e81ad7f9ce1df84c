/** Endpoint of browser reports (CSP), and of faults that the page's own script detects. */
export const REPORTS_PATH = '/reports'

/**
 * Faults that only the page's own script can detect: browsers do not report an integrity mismatch, and CSP does not
 * restrict navigation.
 */
export const PAGE_TROUBLE_KINDS = ['not_loaded', 'not_started', 'leads_away'] as const
export type PageTroubleKind = (typeof PAGE_TROUBLE_KINDS)[number]

/**
 * What happened to a document in a browser. `policy`: CSP refused something. `extension`: CSP refused a browser
 * extension, which is common and harmless. `unread`: reports over the rate limit.
 */
export const REPORT_KINDS = ['policy', 'extension', ...PAGE_TROUBLE_KINDS, 'unread'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

/** The document that a report is about: one of the page's origin, the card frame, or the dashboard's. */
export const REPORTED_DOCUMENTS = ['page', 'card_frame', 'dashboard'] as const
export type ReportedDocument = (typeof REPORTED_DOCUMENTS)[number]
