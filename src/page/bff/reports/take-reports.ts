import type { ReportedDocument } from '../../../contract/reports.ts'
import { createFixedWindow } from '../../../domain/limits/window.ts'
import type { Log } from '../log.ts'
import type { Refused } from '../problem.ts'
import { readText } from '../read-text.ts'
import { isFromOtherSite } from '../same-origin.ts'
import { parseReports } from './parse-report.ts'
import type { BrowserReport, CountReport } from './report.ts'
import { createUrlRedactor, isExtensionUrl } from './redact-url.ts'

const MINUTE_MS = 60_000
/** Requests over the limit are counted unread. */
const REQUESTS_PER_MINUTE_MAX = 120

const MESSAGES: Readonly<Record<BrowserReport['kind'], string>> = {
  policy: 'a browser refused something in a document of ours',
  not_loaded: 'a script of a page did not come, or was not the one that was built',
  not_started: 'a page did not come alive',
  leads_away: 'a page was told to lead elsewhere by itself',
}

export interface TakeReportsOptions {
  document: ReportedDocument
  ownOrigin: string
  log: Log
  clock: () => Date
  count: CountReport
}

/** Counts and logs browser reports of our documents. Resolves to the refusal, if any. */
export function createTakeReports(options: TakeReportsOptions) {
  const { document, ownOrigin, log, clock, count } = options
  const urls = createUrlRedactor(ownOrigin)
  const requests = createFixedWindow({ windowMs: MINUTE_MS, nowMs: () => clock().getTime() })

  function record(report: BrowserReport): void {
    const isExtension = isExtensionUrl(report.what) || isExtensionUrl(report.source)
    const kind = report.kind === 'policy' && isExtension ? 'extension' : report.kind
    count(document, kind)
    const { directive } = report
    // A URL requested by the card frame could contain what was typed.
    const where = document === 'page' && {
      what: urls.redact(report.what),
      source: urls.redact(report.source),
      line: report.line,
      reference: urls.trace(report.page),
    }
    log.warn({ document, kind, directive, ...where }, MESSAGES[report.kind])
  }

  return async (request: Request): Promise<Refused | undefined> => {
    if (isFromOtherSite(request.headers)) return { status: 403, code: 'cross_site_forbidden' }
    if (requests.count().count > REQUESTS_PER_MINUTE_MAX) {
      count(document, 'unread')
      return { status: 429, code: 'rate_limited' }
    }
    const [contentType = ''] = (request.headers.get('content-type') ?? '').split(';')
    const text = await readText(request)
    if (text === undefined) return { status: 413, code: 'body_too_large' }
    const reports = parseReports(contentType.trim().toLowerCase(), parseJson(text))
    if (reports === undefined) return { status: 400, code: 'malformed_json' }
    for (const report of reports) record(report)
    return undefined
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
