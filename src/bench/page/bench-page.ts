import { EXIT } from '../../cli/exit.ts'
import { table } from '../../cli/table.ts'
import { measurePages } from './measure.ts'
import { HELP, readOptions, type PageBenchOptions } from './options.ts'

const options = optionsOrUsage()
if (options?.help === true) process.stdout.write(HELP)
else if (options !== undefined) await bench(options)

function optionsOrUsage(): PageBenchOptions | undefined {
  try {
    return readOptions(process.argv.slice(2))
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = EXIT.usage
    return undefined
  }
}

async function bench({ json, rounds }: PageBenchOptions): Promise<void> {
  const findings = await measurePages(rounds)
  const rows = findings.map(({ title, measured, budget, met }) => [
    title,
    measured,
    budget,
    met ? '' : 'over budget',
  ])
  process.stdout.write(
    json
      ? `${JSON.stringify(findings, null, 2)}\n`
      : `${table(['the first card page', 'measured', 'budget', ''], rows)}\n`,
  )
  if (findings.some(({ met }) => !met)) process.exitCode = EXIT.refusal
}
