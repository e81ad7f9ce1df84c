import { runScript } from '../../cli/run-script.ts'
import { FORGE_HELP, readForgeOptions, type ForgeOptions } from './forge/options.ts'
import { FORGERS, runJobs, type Forged } from './forge/run-jobs.ts'
import type { Forgeries } from './forge/forgeries.ts'
import { createProgress } from './frame/report.ts'

const SHOWN_MAX = 5
/** The rule of three. */
const CERTAIN_95 = 3

await runScript({ help: FORGE_HELP, readOptions: readForgeOptions, run })

async function run(options: ForgeOptions): Promise<void> {
  const { seed, jobs, json } = options
  const found: Partial<Record<Forged, Forgeries & { seconds: number }>> = {}
  for (const what of Object.keys(FORGERS) as Forged[]) {
    const count = options[what]
    if (count === 0) continue
    const progress = createProgress(count, { silent: json, what })
    const forgeries = await runJobs({ what, count, seed }, jobs, (tried) => progress.advance(tried))
    found[what] = { ...forgeries, seconds: progress.seconds() }
    if (forgeries.accepted.length > 0) process.exitCode = 1
    if (!json) process.stdout.write(textOf(what, forgeries, progress.seconds()))
  }
  if (json) process.stdout.write(`${JSON.stringify({ seed, ...found }, null, 2)}\n`)
  else process.stdout.write(`seed ${seed}, ${jobs} threads\n`)
}

function textOf(what: Forged, { forged, kinds, accepted }: Forgeries, seconds: number): string {
  const ways = Object.keys(kinds).length
  const shown = accepted.slice(0, SHOWN_MAX).map((one) => `  ${one.kind}: ${one.what}\n`)
  const bound = (CERTAIN_95 / forged).toExponential(1)
  return [
    `${what}: ${accepted.length} of ${forged} accepted, of ${ways} kinds, in ${seconds.toFixed(0)} s`,
    accepted.length === 0 ? `; with 95 % certainty fewer than ${bound} of all such are\n` : '\n',
    ...shown,
  ].join('')
}
