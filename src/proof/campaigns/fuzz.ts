import { runScript } from '../../cli/run-script.ts'
import { createDatabase, dropDatabase, startTestServer } from '../testing/test-server.ts'
import { createJudge } from './fuzz/judge.ts'
import { FUZZ_HELP, readFuzzOptions, type FuzzOptions } from './fuzz/options.ts'
import { createTally, failureText, summaryText } from './fuzz/report.ts'
import { REQUESTS_IN_SEQUENCE, runSequence } from './fuzz/run-sequence.ts'
import { openFuzzStage, type FuzzStage } from './fuzz/stage.ts'
import { createProgress } from './frame/report.ts'

const FAILURES_MAX = 20

await runScript({ help: FUZZ_HELP, readOptions: readFuzzOptions, run })

async function run(options: FuzzOptions): Promise<void> {
  const server = await startTestServer(process.env['DATABASE_URL'])
  const name = `checkout_fuzz_${process.pid}`
  try {
    const stage = await openFuzzStage(await createDatabase(server, name))
    try {
      await fuzz(stage, options)
    } finally {
      await stage.close()
      await dropDatabase(server, name)
    }
  } finally {
    await server.stop()
  }
}

async function fuzz(stage: FuzzStage, options: FuzzOptions): Promise<void> {
  const { seed, requests, minutes, json } = options
  const sequences = Math.ceil(requests / REQUESTS_IN_SEQUENCE)
  const progress = createProgress(sequences * REQUESTS_IN_SEQUENCE, {
    silent: json,
    what: 'requests',
    minutes,
  })
  const judge = createJudge(stage.document)
  const tally = createTally()
  let next = 0

  async function job(): Promise<void> {
    while (next < sequences && !progress.isOver() && tally.failures() < FAILURES_MAX) {
      const result = await runSequence(stage, judge, seed + next++)
      progress.advance(REQUESTS_IN_SEQUENCE)
      tally.add(result)
      if (options.trace) process.stderr.write(`seed ${result.seed}\n${result.trace.join('\n')}\n`)
      if (!json) for (const failure of result.failures) process.stdout.write(failureText(failure))
    }
  }

  await Promise.all(Array.from({ length: Math.min(options.jobs, sequences) }, job))
  const summary = {
    seed,
    seconds: Number(progress.seconds().toFixed(1)),
    requestsPerSecond: Number(progress.rate()),
    ...tally.summary(stage.document),
  }
  process.stdout.write(json ? `${JSON.stringify(summary, null, 2)}\n` : summaryText(summary))
  if (summary.failures.length > 0) process.exitCode = 1
}
