import { z } from 'zod'
import { EXIT } from '../../../cli/exit.ts'
import { table } from '../../../cli/table.ts'
import { runCommandLine } from '../../command-line/command-line.ts'
import { measurePages } from './measure.ts'

const Options = z.object({
  json: z.boolean().default(false).describe('print one JSON document instead of the table'),
  rounds: z.int().min(1).default(7).describe('visits of each page, in turn'),
})

await runCommandLine(
  {
    command: 'npm run bench:page --',
    about:
      'Measures the first card page against a static page of the same content, on slow 4G with a slow processor.',
    options: Options,
    notes: `150 ms, 1.6 Mbit/s, a processor slowed down four times, cold cache. The static page is the same HTML without its scripts
and with the card's fields in it instead of their frame, sent by a bare node:http server in the same compression. Exits with 1
when the page is over its budget.`,
  },
  process.argv.slice(2),
  bench,
)

async function bench({ json, rounds }: z.output<typeof Options>): Promise<void> {
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
