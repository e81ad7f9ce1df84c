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
  seed: seed('what shoppers do'),
})

export const restart = campaign({
  name: 'restart',
  about: 'two real processes restarted behind nginx and under load',
  details: `Restarts two processes of the product, one after the other, behind a proxy and under load: no request may fail.
At last one of them is killed: what was under way is repeated by its key. Then everything comes to rest, and the oracle judges.
The proxy is nginx where there is one, with the configuration that the operators' guide prints; else a small one of Node.`,
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
