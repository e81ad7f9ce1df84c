import { z } from 'zod'
import { createDatabase, dropDatabase, startTestServer } from '../testing/test-server.ts'
import { campaign, type Verdict } from './frame/campaign.ts'
import { countUnlessMinutes, jobs, minutes, seed, trace } from './frame/options.ts'
import type { Output } from './frame/output.ts'
import { createJudge } from './fuzz/judge.ts'
import { createTally, failureText, summaryText } from './fuzz/report.ts'
import { callsOf } from './fuzz/dashboard/calls.ts'
import { runDashboardSequence } from './fuzz/dashboard/run-dashboard-sequence.ts'
import { openDashboardStage } from './fuzz/dashboard/stage.ts'
import { REQUESTS_IN_SEQUENCE, runSequence, type SequenceResult } from './fuzz/run-sequence.ts'
import { openFuzzStage } from './fuzz/stage.ts'

const REQUESTS = 10_000
const REQUESTS_MAX = 100_000_000
const FAILURES_MAX = 20

const Options = z.object({
  of: z
    .enum(['api', 'dashboard'])
    .default('api')
    .describe("which calls: the API's, or those of the dashboard"),
  requests: countUnlessMinutes(REQUESTS, REQUESTS_MAX, 'how many, in whole sequences'),
  minutes: minutes('no new sequence after so long'),
  seed: seed('of the first sequence; the next ones count on'),
  jobs: jobs(4, 'sequences at once, each with merchants of its own'),
  trace: trace('write out every request'),
})

export const fuzz = campaign({
  name: 'fuzz',
  about: 'requests from the OpenAPI document, valid and mutated; every response is validated',
  details: `Makes requests from the OpenAPI document, valid and mutated ones, in sequences that use values from earlier responses,
over the whole API in this process and real PostgreSQL, and validates every response against the document.
With --of dashboard the requests are made from the schemas of the dashboard's calls, by people of every role at two merchants:
refusals are those of its table, nobody gets a byte of another merchant's rows, and nobody does what their role does not include.
They ask by HEAD, with ids in capitals, NUL and percent-encoded paths, too, and trade links whose makers were disabled, demoted or removed.`,
  options: Options,
  notes: `A response that is not as documented is printed with its seed, the request as a curl command, and how to run its sequence
again. Exits with 1 when there was one. DATABASE_URL names a PostgreSQL to use instead of one of its own.`,
  async run(options, output) {
    const server = await startTestServer(process.env['DATABASE_URL'])
    const name = `checkout_fuzz_${process.pid}`
    try {
      const url = await createDatabase(server, name)
      const target = await (options.of === 'api' ? openApi(url) : openDashboard(url))
      try {
        return await fuzzTarget(target, options, output)
      } finally {
        await target.close()
        await dropDatabase(server, name)
      }
    } finally {
      await server.stop()
    }
  },
})

/** The API or the dashboard, which receives the requests. */
interface Target {
  calls: readonly string[]
  runSequence(seed: number): Promise<SequenceResult>
  close(): Promise<void>
}

async function openApi(url: string): Promise<Target> {
  const stage = await openFuzzStage(url)
  const judge = createJudge(stage.document)
  return {
    calls: stage.document.calls.map(({ id }) => id),
    runSequence: (seed) => runSequence(stage, judge, seed),
    close: () => stage.close(),
  }
}

async function openDashboard(url: string): Promise<Target> {
  const stage = await openDashboardStage(url)
  return {
    calls: callsOf(stage.routes).map(({ id }) => id),
    runSequence: (seed) => runDashboardSequence(stage, seed),
    close: () => stage.close(),
  }
}

async function fuzzTarget(
  target: Target,
  { of, seed, minutes, jobs, trace, ...options }: z.output<typeof Options>,
  output: Output,
): Promise<Verdict> {
  const requests = options.requests ?? (minutes === undefined ? REQUESTS : REQUESTS_MAX)
  const sequences = Math.ceil(requests / REQUESTS_IN_SEQUENCE)
  const progress = output.progress(sequences * REQUESTS_IN_SEQUENCE, 'requests', minutes)
  const tally = createTally()
  let next = 0

  async function job(): Promise<void> {
    while (next < sequences && !progress.isOver() && tally.failures() < FAILURES_MAX) {
      const result = await target.runSequence(seed + next++)
      progress.advance(REQUESTS_IN_SEQUENCE)
      tally.add(result)
      if (trace) process.stderr.write(`seed ${result.seed}\n${result.trace.join('\n')}\n`)
      for (const failure of result.failures) output.print(failureText(of, failure))
    }
  }

  await Promise.all(Array.from({ length: Math.min(jobs, sequences) }, job))
  const summary = {
    seed,
    seconds: Number(progress.seconds().toFixed(1)),
    requestsPerSecond: Number(progress.rate()),
    ...tally.summary(target.calls),
  }
  return { held: summary.failures.length === 0, summary, text: summaryText(summary) }
}
