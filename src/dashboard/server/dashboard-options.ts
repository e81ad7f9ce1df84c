import type { Logger } from 'pino'
import type { CountReport } from '#http/reports/report.ts'
import type { LoadedSinglePage } from '#http/load-single-page.ts'
import type { DashboardContext } from '#server/service/people/dashboard-context.ts'
import type { ReadProcess } from '#server/service/installation/read-system.ts'
import type { PersonLimits } from './person-limits.ts'
import type { RunIfIdle } from '#server/limits/concurrency-limit.ts'
import type { GuessCounter } from '#server/service/people/guess-counter.ts'

/** What the calls of the dashboard share. */
export interface DashboardOptions {
  context: DashboardContext
  guesses: GuessCounter
  limits: PersonLimits
  /** Default: every call runs. */
  runIfIdle?: RunIfIdle
  readProcess: ReadProcess
  /** The built page; null: only calls are served. */
  page: LoadedSinglePage | null
  log: Pick<Logger, 'error' | 'info' | 'warn'>
  /** Counts the reports of what browsers refused in the dashboard's documents. */
  countReport: CountReport
}
