import { runScript } from '../../cli/run-script.ts'
import { createProgress, violationText } from './frame/report.ts'
import { HELP, readRestartOptions, type RestartOptions } from './restart/options.ts'
import { runRestarts, type RestartReport } from './restart/run-restarts.ts'

const SHOWN_MAX = 20

await runScript({ help: HELP, readOptions: readRestartOptions, run })

async function run(options: RestartOptions): Promise<void> {
  const progress = createProgress(options.restarts, { silent: options.json, what: 'restarts' })
  const report = await runRestarts(options, () => progress.advance())
  const text = options.json
    ? `${JSON.stringify({ seed: options.seed, ...report }, null, 2)}\n`
    : reportText(options, report)
  const isBroken = report.failures.length > 0 || report.violations.length > 0
  // A line that was cut may leave a socket behind which nobody waits for.
  process.stdout.write(text, () => process.exit(isBroken ? 1 : 0))
}

function reportText({ seed, rps }: RestartOptions, report: RestartReport): string {
  const { front, restarts, requests, seconds, slowestStopMs, failures, kill, violations } = report
  return [
    `${restarts} restarts behind ${front}, ${requests} requests in ${seconds} s (${rps} a second were asked for), seed ${seed}`,
    `${failures.length} failed requests; the slowest stop took ${slowestStopMs} ms`,
    ...failures.slice(0, SHOWN_MAX).map(({ what }) => `  ${what}`),
    `after kill -9 ${kill.failures.length} failed requests, the last of them begun ${kill.lastFailureAfterMs} ms after it`,
    ...kill.failures.slice(0, SHOWN_MAX).map(({ what }) => `  ${what}`),
    violations.length === 0
      ? 'nothing lost, nothing doubled'
      : `${violations.length} violations\n${violations.map(violationText).join('\n')}`,
    failures.length === 0 ? 'no promise broken' : 'a restart failed requests',
    '',
  ].join('\n')
}
