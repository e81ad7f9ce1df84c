import { EXIT } from '../../../cli/exit.ts'
import { runScript } from '../../../cli/run-script.ts'
import { table } from '../../../cli/table.ts'
import { measurePages } from './measure.ts'
import { HELP, readOptions, type PageBenchOptions } from './options.ts'

await runScript({ help: HELP, readOptions, run: bench })

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
