import type { ReportedDocument } from '#contract/reports.ts'
import { createFixedWindow } from '#domain/limits/window.ts'
import type { Log } from '../log.ts'
import type { HttpRefusal } from '../http-refusal.ts'
import { readText } from '../read-text.ts'
import { isFromOtherSite } from '../same-origin.ts'
import { parseReports } from './parse-report.ts'
import type { BrowserReport, CountReport } from './report.ts'
import { createUrlRedactor, isExtensionUrl } from './redact-url.ts'

const MINUTE_MS = 60_000
/** Quota of one network: one sender cannot crowd out the reports of others. Reports beyond it are counted as unread. */
const REQUESTS_PER_NETWORK_MAX = 30
/** Quota of all networks together. */
const REQUESTS_PER_MINUTE_MAX = 600

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

/** Counts and logs browser reports of our documents, by the sender's network. Resolves to the refusal, if any. */
export function createTakeReports(options: TakeReportsOptions) {
  const { document, ownOrigin, log, clock, count } = options
  const urls = createUrlRedactor(ownOrigin)
  const window = { windowMs: MINUTE_MS, nowMs: () => clock().getTime() }
  const ofNetworks = createFixedWindow(window)
  const ofAll = createFixedWindow(window)

  function isOverQuota(network: string | undefined): boolean {
    // guard: report-quota
    if (network !== undefined && ofNetworks.count(network).count > REQUESTS_PER_NETWORK_MAX)
      return true
    return ofAll.count().count > REQUESTS_PER_MINUTE_MAX
  }

  function record(report: BrowserReport): void {
    const { directive, kind } = report
    count(document, kind)
    // A URL requested by the card frame could contain what was typed.
    const where = document === 'page' && {
      what: urls.redact(report.what),
      source: urls.redact(report.source),
      line: report.line,
      reference: urls.trace(report.page),
    }
    log.warn({ document, kind, directive, ...where }, MESSAGES[report.kind])
  }

  return async (request: Request, network?: string): Promise<HttpRefusal | undefined> => {
    if (isFromOtherSite(request.headers)) return { status: 403, code: 'cross_site_forbidden' }
    const [contentType = ''] = (request.headers.get('content-type') ?? '').split(';')
    const text = await readText(request)
    if (text === undefined) return { status: 413, code: 'body_too_large' }
    const reports = parseReports(contentType.trim().toLowerCase(), parseJson(text))
    if (reports === undefined) return { status: 400, code: 'malformed_json' }
    const [byExtensions, others] = partition(reports)
    // Common and harmless: counted, but neither logged nor held against the quota.
    for (const _ of byExtensions) count(document, 'extension')
    if (others.length === 0) return undefined
    if (isOverQuota(network)) {
      for (const _ of others) count(document, 'unread')
      return { status: 429, code: 'rate_limited' }
    }
    for (const report of others) record(report)
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

/** Reports of what a browser extension did by itself, and the others. */
function partition(reports: readonly BrowserReport[]): [BrowserReport[], BrowserReport[]] {
  const isByExtension = ({ kind, what, source }: BrowserReport) =>
    kind === 'policy' && (isExtensionUrl(what) || isExtensionUrl(source))
  return [reports.filter(isByExtension), reports.filter((report) => !isByExtension(report))]
}
