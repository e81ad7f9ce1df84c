import { chromium } from 'playwright'
import { ensureBuild } from '../../page/build/ensure.ts'
import { SANDBOX } from '../../sandbox/build/build-plan.ts'
import { runScript } from '../../cli/run-script.ts'
import { CHROMIUM } from '../testing/chromium.ts'
import { createProgress } from './report.ts'
import { readTamperOptions, TAMPER_HELP, type TamperOptions } from './tamper/options.ts'
import { readBuild, tryAlteration, type Tried } from './tamper/try-alteration.ts'
import { visitInChromium } from './tamper/visit-in-chromium.ts'

await runScript({ help: TAMPER_HELP, readOptions: readTamperOptions, run })

async function run({ seed, alterations, jobs, json, trace }: TamperOptions): Promise<void> {
  await ensureBuild(SANDBOX)
  const build = await readBuild()
  const browser = await chromium.launch(CHROMIUM)
  const progress = createProgress(alterations, { silent: json, what: 'alterations' })
  const openVisit = () => visitInChromium(browser, build.hashes)
  const failures: Tried[] = []
  let next = 0

  async function job(): Promise<void> {
    while (next < alterations) {
      const tried = await tryAlteration(openVisit, build, seed + next++)
      progress.advance()
      if (trace) process.stderr.write(`${textOf(tried)}\n`)
      if (tried.faults.length === 0) continue
      failures.push(tried)
      if (!json) process.stdout.write(`${textOf(tried)}\n  --alterations 1 --seed ${tried.seed}\n`)
    }
  }

  try {
    await Promise.all(Array.from({ length: Math.min(jobs, alterations) }, job))
  } finally {
    await browser.close()
  }
  const seconds = Number(progress.seconds().toFixed(1))
  const summary = { seed, alterations, seconds, failures }
  process.stdout.write(
    json
      ? `${JSON.stringify(summary, null, 2)}\n`
      : `${alterations} alterations from seed ${seed} in ${seconds} s: ${alterations - failures.length} neither ran nor reached anybody, and were reported\n`,
  )
  if (failures.length > 0) process.exitCode = 1
}

function textOf({ seed, kind, what, reports, faults }: Tried): string {
  const told = reports.length === 0 ? 'no report' : reports.join(', ')
  return [`seed ${seed}: ${kind}: ${what}: ${told}`, ...faults.map((fault) => `  ${fault}`)].join(
    '\n',
  )
}
