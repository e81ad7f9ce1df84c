import { z } from 'zod'
import { campaign } from './frame/campaign.ts'
import { seed } from './frame/options.ts'
import { violationText } from './frame/verdict-text.ts'
import { runRestarts, type RestartReport } from './restart/run-restarts.ts'

const SHOWN_MAX = 20

const Options = z.object({
  restarts: z.int().min(1).max(10_000).default(10).describe('how many'),
  rps: z.int().min(1).max(2000).default(50).describe('requests a second'),
  drain: z.int().min(1).max(60).default(5).describe('DRAIN_SECONDS of the processes'),
  seed: seed('of the shoppers'),
})

export const restart = campaign({
  name: 'restart',
  about: 'two real processes restarted behind nginx and under load',
  details: `Graceful shutdown of two processes, one after the other, behind a reverse proxy and under load: no request may fail.
Then one of them is killed: clients retry by idempotency key. Then everything comes to rest, and the oracle judges.
The proxy is nginx where it is installed, with the configuration of the operators' guide; else a small one in Node.`,
  options: Options,
  notes: 'Exits with 1 when a request failed or a promise broke.',
  leavesSockets: true,
  async run(options, output) {
    const progress = output.progress(options.restarts, 'restarts')
    const report = await runRestarts(options, () => progress.advance())
    return {
      held: report.failures.length === 0 && report.violations.length === 0,
      summary: { seed: options.seed, ...report },
      text: reportText(options, report),
    }
  },
})

function reportText({ seed, rps }: z.output<typeof Options>, report: RestartReport): string {
  const { proxy, restarts, requests, seconds, slowestStopMs, failures, kill, violations } = report
  return [
    `${restarts} restarts behind ${proxy}, ${requests} requests in ${seconds} s (target ${rps} a second), seed ${seed}`,
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
