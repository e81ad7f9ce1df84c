import { basename, resolve } from 'node:path'
import { z } from 'zod'
import { EXIT } from '#client/tools/command-line/exit.ts'
import { table } from '#client/tools/command-line/table.ts'
import { runCommandLine } from '../../command-line/command-line.ts'
import { ensureBuild } from '#page/build/ensure.ts'
import { outputPaths } from '#page/build/paths.ts'
import { SANDBOX } from '#sandbox/build/build-plan.ts'
import { json, rounds } from '../command/options.ts'
import { print } from '../command/publish.ts'
import { type MeasuredBuild, measurePages } from './measure.ts'

const Options = z.object({
  builds: z
    .string()
    .optional()
    .describe('folders of sandbox builds to compare in one run, separated by commas'),
  line: z
    .boolean()
    .default(false)
    .describe('a proxy as the line: packets, connections of two round trips; judges no budget'),
  json: json(),
  rounds: rounds(7, 'visits of each page, in turn'),
})

await runCommandLine(
  {
    command: 'npm run bench:page --',
    about:
      'Measures the first card page against a static page of the same content, on slow 4G with a slow processor.',
    options: Options,
    notes: `150 ms, 1.6 Mbit/s, a processor slowed down four times, cold cache. The browser's own emulation gives a response out whole,
and connects in no time; with --line a proxy does neither. The static page is the same HTML without its scripts
and with the card's fields in it instead of their frame, sent by a bare node:http server in the same compression. Nothing
of the measuring runs in the page while it starts. Ratios are of medians, and of the least times, which say more on a busy
machine. Exits with 1 when a page is over its budget.`,
  },
  process.argv.slice(2),
  bench,
)

async function bench(options: z.output<typeof Options>): Promise<void> {
  const { builds, line } = options
  const measured = await measurePages(options.rounds, await directoriesOf(builds), line)
  print(options.json, measured, `${measured.map((build) => tableOf(build, !line)).join('\n\n')}\n`)
  if (!line && measured.some(({ findings }) => findings.some(({ met }) => !met)))
    process.exitCode = EXIT.refusal
}

async function directoriesOf(builds: string | undefined): Promise<string[]> {
  if (builds !== undefined) return builds.split(',').map((directory) => resolve(directory))
  await ensureBuild(SANDBOX)
  return [outputPaths(SANDBOX.environment).root]
}

function tableOf({ directory, findings }: MeasuredBuild, isJudged: boolean): string {
  const rows = findings.map(({ title, measured, budget, met }) => [
    title,
    measured,
    budget,
    met || !isJudged ? '' : 'over budget',
  ])
  return table([`the first card page of ${basename(directory)}`, 'measured', 'budget', ''], rows)
}
