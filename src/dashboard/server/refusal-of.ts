import { DASHBOARD_PROBLEMS, type DashboardProblemCode } from '#contract/dashboard/problem.ts'
import type { Refused, RefusalCode } from '#server/service/outcome.ts'
import type { Answer } from './answers.ts'

/** Codes of use cases that the dashboard calls otherwise. All other codes that it has not are an `invalid_request`. */
const OTHERWISE: Partial<Record<RefusalCode, DashboardProblemCode>> = {
  idempotency_in_progress: 'action_in_progress',
  already_disabled: 'not_found',
  user_disabled: 'not_found',
  no_replay: 'none_match',
}

/** A use case's refusal as an answer of the dashboard, which has a sentence of its own for each code. */
export function refusalOf({ code, fields, retryAfter }: Refused<RefusalCode>): Answer {
  return {
    refused: isProblem(code) ? code : (OTHERWISE[code] ?? 'invalid_request'),
    ...(fields && { fields: fields.map(({ path, code: reason }) => ({ path, reason })) }),
    ...(retryAfter !== undefined && { retryAfterSeconds: retryAfter }),
  }
}

function isProblem(code: RefusalCode): code is DashboardProblemCode {
  return code in DASHBOARD_PROBLEMS
}
