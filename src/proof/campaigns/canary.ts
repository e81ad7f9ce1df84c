import { runScript } from '../../cli/run-script.ts'
import { CANARY_HELP, readCanaryOptions, type CanaryOptions } from './canary/options.ts'
import { isClean, reportText } from './canary/report.ts'
import { runCanary } from './canary/run-canary.ts'

await runScript({ help: CANARY_HELP, readOptions: readCanaryOptions, run })

async function run(options: CanaryOptions): Promise<void> {
  const report = await runCanary(options, (text) => {
    if (!options.json) process.stderr.write(`${text}\n`)
  })
  const text = options.json ? `${JSON.stringify(report, null, 2)}\n` : reportText(report)
  // A connection that was cut by the kill may still be waited for.
  process.stdout.write(text, () => process.exit(isClean(report) ? 0 : 1))
}
