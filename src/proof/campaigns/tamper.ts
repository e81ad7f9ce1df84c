import { chromium } from 'playwright'
import { z } from 'zod'
import { CHROMIUM } from '../testing/chromium.ts'
import { campaign } from './frame/campaign.ts'
import { jobs, seed, trace } from './frame/options.ts'
import { readBuild, tryAlteration, type Tried } from './tamper/try-alteration.ts'
import { visitInChromium } from './tamper/visit-in-chromium.ts'

export const tamper = campaign({
  name: 'tamper',
  about: 'page, scripts and card frame altered in transit: nothing runs, all is reported',
  details: `Alters the page, its scripts and the card frame in transit to Chromium, one thing at a time, and checks whether injected
code ran, whether another origin was reached, and whether the operator's metric counted the violation.`,
  options: z.object({
    alterations: z
      .int()
      .min(1)
      .max(1_000_000)
      .default(200)
      .describe('how many; kinds come in turn'),
    seed: seed('of the first; the next ones count on'),
    jobs: jobs(2, 'pages at once'),
    trace: trace('write out every alteration'),
  }),
  notes: `An alteration that ran, reached another origin or was not reported is printed with its seed. Exits with 1 when there was one.
Needs Chromium: Playwright's own or the system's; CHROMIUM_PATH names another.`,
  needsBuild: 'sandbox',
  async run({ seed, alterations, jobs, trace }, output) {
    const build = await readBuild()
    const browser = await chromium.launch(CHROMIUM)
    const progress = output.progress(alterations, 'alterations')
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
        output.print(`${textOf(tried)}\n  --alterations 1 --seed ${tried.seed}\n`)
      }
    }

    try {
      await Promise.all(Array.from({ length: Math.min(jobs, alterations) }, job))
    } finally {
      await browser.close()
    }
    const seconds = Number(progress.seconds().toFixed(1))
    return {
      held: failures.length === 0,
      summary: { seed, alterations, seconds, failures },
      text: `${alterations} alterations from seed ${seed} in ${seconds} s: ${alterations - failures.length} neither ran nor reached another origin, and were reported\n`,
    }
  },
})

function textOf({ seed, kind, what, reports, faults }: Tried): string {
  const texts = reports.length === 0 ? 'no report' : reports.join(', ')
  return [`seed ${seed}: ${kind}: ${what}: ${texts}`, ...faults.map((fault) => `  ${fault}`)].join(
    '\n',
  )
}
