/** Node's reports of crashes hold the environment, and with it MASTER_KEY: none is written, whatever NODE_OPTIONS says. */
export function forbidReports(report: NodeJS.ProcessReport): void {
  report.reportOnFatalError = false
  report.reportOnUncaughtException = false
  report.reportOnSignal = false
  report.excludeEnv = true
}
