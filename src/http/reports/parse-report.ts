import { z } from 'zod'
import { PAGE_TROUBLE_KINDS } from '#contract/reports.ts'
import type { BrowserReport } from './report.ts'

const REPORTS_MAX = 20

const text = z.string().max(2048).catch('')
const line = z.int().nonnegative().nullable().catch(null)
const directive = z
  .string()
  .regex(/^[a-z-]{1,40}$/)
  .catch('unknown')

/** As `report-uri` sends it. */
const PolicyReport = z.object({
  'csp-report': z.object({
    'document-uri': text,
    'effective-directive': directive.optional(),
    'violated-directive': text,
    'blocked-uri': text,
    'source-file': text,
    'line-number': line,
  }),
})

/** As `report-to` sends them: a batch of several types. */
const PolicyReports = z.array(z.unknown()).max(REPORTS_MAX)
const ReportOfMany = z.object({
  type: z.literal('csp-violation'),
  body: z.object({
    documentURL: text,
    effectiveDirective: directive,
    blockedURL: text,
    sourceFile: text,
    lineNumber: line,
  }),
})

const Trouble = z.object({
  kind: z.enum(PAGE_TROUBLE_KINDS),
  what: text,
  page: text,
})

/** Parses a body by its content type; `undefined` when it is no report of ours. */
export function parseReports(contentType: string, body: unknown): BrowserReport[] | undefined {
  switch (contentType) {
    case 'application/csp-report':
      return parseOne(PolicyReport, body, ({ 'csp-report': report }) => ({
        kind: 'policy',
        page: report['document-uri'],
        what: report['blocked-uri'],
        directive:
          report['effective-directive'] ??
          directive.parse(report['violated-directive'].split(' ')[0]),
        source: report['source-file'],
        line: report['line-number'],
      }))
    case 'application/reports+json':
      return PolicyReports.safeParse(body).data?.flatMap(
        (one) =>
          parseOne(ReportOfMany, one, ({ body: report }) => ({
            kind: 'policy',
            page: report.documentURL,
            what: report.blockedURL,
            directive: report.effectiveDirective,
            source: report.sourceFile,
            line: report.lineNumber,
          })) ?? [],
      )
    case 'application/json':
      return parseOne(Trouble, body, (trouble) => ({
        ...trouble,
        directive: null,
        source: '',
        line: null,
      }))
    default:
      return undefined
  }
}

function parseOne<T>(
  schema: z.ZodType<T>,
  value: unknown,
  make: (parsed: T) => BrowserReport,
): BrowserReport[] | undefined {
  const { data } = schema.safeParse(value)
  return data === undefined ? undefined : [make(data)]
}
