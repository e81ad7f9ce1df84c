import type { Hono } from 'hono'
import type { DashboardProblemCode } from '#contract/dashboard/problem.ts'
import { REPORTS_PATH } from '#contract/reports.ts'
import { networkOfClient } from '#http/client.ts'
import { createTakeReports } from '#http/reports/take-reports.ts'
import type { Answers } from './answers.ts'
import type { DashboardOptions } from './dashboard-options.ts'

const CODES: Readonly<Record<string, DashboardProblemCode>> = {
  cross_site_forbidden: 'other_site',
  body_too_large: 'body_too_large',
  malformed_json: 'malformed_json',
  rate_limited: 'rate_limited',
}

/** Registers the call that takes browsers' reports about the dashboard's documents: counts and logs them, without addresses. */
export function addReports(
  app: Hono,
  answers: Answers,
  {
    context: { adminUrl, clock },
    log,
    countReport: count,
    newRequestId,
  }: Pick<DashboardOptions, 'context' | 'log' | 'countReport'> & { newRequestId: () => string },
): void {
  const ownOrigin = new URL(adminUrl).origin
  const takeReports = createTakeReports({ document: 'dashboard', ownOrigin, log, clock, count })
  app.post(REPORTS_PATH, async (context) => {
    const refused = await takeReports(context.req.raw, networkOfClient(context))
    const code = refused && (CODES[refused.code] ?? 'invalid_request')
    return answers.of(code === undefined ? { data: {} } : { refused: code }, newRequestId())
  })
}
