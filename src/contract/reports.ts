/** Where documents of ours are told of: by a browser that refused something in one, and by a script of ours. */
export const REPORTS_PATH = '/reports'

/**
 * What only a script of the page itself can notice: browsers report no script that has the wrong hash, and no policy
 * forbids a document to lead elsewhere by itself.
 */
export const PAGE_TROUBLE_KINDS = ['not_loaded', 'not_started', 'leads_away'] as const
export type PageTroubleKind = (typeof PAGE_TROUBLE_KINDS)[number]

/**
 * What became of a document in a browser. `policy`: something in it was refused. `extension`: the same, of an extension of
 * the browser, which happens to honest shoppers every day. `unread`: there were too many.
 */
export const REPORT_KINDS = ['policy', 'extension', ...PAGE_TROUBLE_KINDS, 'unread'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

/** Which document: one of the page's origin, or the card's frame. */
export const REPORTED_DOCUMENTS = ['page', 'card_frame'] as const
export type ReportedDocument = (typeof REPORTED_DOCUMENTS)[number]
