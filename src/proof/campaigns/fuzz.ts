import { z } from 'zod'
import { createDatabase, dropDatabase, startTestServer } from '../testing/test-server.ts'
import { campaign, type Verdict } from './frame/campaign.ts'
import { countUnlessMinutes, jobs, minutes, seed, trace } from './frame/options.ts'
import type { Output } from './frame/output.ts'
import { createJudge } from './fuzz/judge.ts'
import { createTally, failureText, summaryText } from './fuzz/report.ts'
import { REQUESTS_IN_SEQUENCE, runSequence } from './fuzz/run-sequence.ts'
import { openFuzzStage, type FuzzStage } from './fuzz/stage.ts'

const REQUESTS = 10_000
const REQUESTS_MAX = 100_000_000
const FAILURES_MAX = 20

const Options = z.object({
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
over the whole API in this process and real PostgreSQL, and validates every response against the document.`,
  options: Options,
  notes: `A response that is not as documented is printed with its seed, the request as a curl command, and how to run its sequence
again. Exits with 1 when there was one. DATABASE_URL names a PostgreSQL to use instead of one of its own.`,
  async run(options, output) {
    const server = await startTestServer(process.env['DATABASE_URL'])
    const name = `checkout_fuzz_${process.pid}`
    try {
      const stage = await openFuzzStage(await createDatabase(server, name))
      try {
        return await fuzzStage(stage, options, output)
      } finally {
        await stage.close()
        await dropDatabase(server, name)
      }
    } finally {
      await server.stop()
    }
  },
})

async function fuzzStage(
  stage: FuzzStage,
  { seed, minutes, jobs, trace, ...options }: z.output<typeof Options>,
  output: Output,
): Promise<Verdict> {
  const requests = options.requests ?? (minutes === undefined ? REQUESTS : REQUESTS_MAX)
  const sequences = Math.ceil(requests / REQUESTS_IN_SEQUENCE)
  const progress = output.progress(sequences * REQUESTS_IN_SEQUENCE, 'requests', minutes)
  const judge = createJudge(stage.document)
  const tally = createTally()
  let next = 0

  async function job(): Promise<void> {
    while (next < sequences && !progress.isOver() && tally.failures() < FAILURES_MAX) {
      const result = await runSequence(stage, judge, seed + next++)
      progress.advance(REQUESTS_IN_SEQUENCE)
      tally.add(result)
      if (trace) process.stderr.write(`seed ${result.seed}\n${result.trace.join('\n')}\n`)
      for (const failure of result.failures) output.print(failureText(failure))
    }
  }

  await Promise.all(Array.from({ length: Math.min(jobs, sequences) }, job))
  const summary = {
    seed,
    seconds: Number(progress.seconds().toFixed(1)),
    requestsPerSecond: Number(progress.rate()),
    ...tally.summary(stage.document),
  }
  return { held: summary.failures.length === 0, summary, text: summaryText(summary) }
}
