/** Disables Node's diagnostic reports against NODE_OPTIONS: they contain the environment, and with it MASTER_KEY. */
export function forbidReports(report: NodeJS.ProcessReport): void {
  report.reportOnFatalError = false
  report.reportOnUncaughtException = false
  report.reportOnSignal = false
  report.excludeEnv = true
}
