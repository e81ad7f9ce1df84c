import { pageSize } from '../../page/build/page-size.ts'
import { runScript } from '../../cli/run-script.ts'
import { ENVIRONMENTS } from '../../contract/environment.ts'
import { benchCases } from './cases.ts'
import { openStage } from './open-stage.ts'
import { HELP, readOptions, type BenchOptions } from './options.ts'
import { report } from './report.ts'
import { runCase, type CaseResult } from './run-case.ts'

const INTERRUPTED = 130

await runScript({ help: HELP, readOptions, run: bench })

async function bench(options: BenchOptions): Promise<void> {
  const cases = await measureCases(options)
  // A build that is not there, or is being made, has no size.
  const found = await Promise.all(ENVIRONMENTS.map((name) => pageSize(name).catch(() => undefined)))
  const sizes = found.filter((size) => size !== undefined)
  process.stdout.write(
    options.json ? `${JSON.stringify({ cases, sizes }, null, 2)}\n` : report(cases, sizes),
  )
  if (options.check && [...cases, ...sizes].some(({ met }) => !met)) process.exitCode = 1
}

async function measureCases(options: BenchOptions): Promise<CaseResult[]> {
  const stage = await openStage(options)
  process.once('SIGINT', () => void stage.close().finally(() => process.exit(INTERRUPTED)))
  try {
    const results: CaseResult[] = []
    for (const bench of benchCases(stage)) {
      if (options.only.length > 0 && !options.only.includes(bench.name)) continue
      process.stderr.write(`measuring ${bench.title}\n`)
      results.push(await runCase(bench, stage, options))
    }
    return results
  } finally {
    await stage.close()
  }
}
