import { z } from 'zod'
import type { Forgeries } from './forge/forgeries.ts'
import { FORGERS, runJobs, type Forged } from './forge/run-jobs.ts'
import { campaign } from './frame/campaign.ts'
import { jobs, seed } from './frame/options.ts'

const COUNT_MAX = 1_000_000_000
const THREADS_MAX = 64
const SHOWN_MAX = 5
/** The rule of three. */
const CERTAIN_95 = 3

export const forge = campaign({
  name: 'forge',
  about: 'forged API keys and signatures, and look-alikes of keys',
  details: `Forges API keys and webhook signatures in every known way, and presents each to its verification: keys to the API's
authentication, signatures to the one that merchants use. None may be accepted, and a secret scanner may take no random
look-alike for a key. Needs no server.`,
  options: z.object({
    keys: count(1_000_000, 'keys to forge; 0 leaves them out'),
    lookalikes: count(1_000_000, 'texts for a scanner; 0 leaves them out'),
    signatures: count(100_000, 'signatures to forge; 0 leaves them out'),
    seed: seed('chooses what is forged, and how'),
    jobs: jobs(2, 'threads', THREADS_MAX),
  }),
  notes: 'Exits with 1 when one was accepted.',
  async run(options, output) {
    const { seed, jobs } = options
    const found: Partial<Record<Forged, Forgeries & { seconds: number }>> = {}
    for (const what of Object.keys(FORGERS) as Forged[]) {
      const count = options[what]
      if (count === 0) continue
      const progress = output.progress(count, what)
      const forgeries = await runJobs({ what, count, seed }, jobs, (by) => progress.advance(by))
      found[what] = { ...forgeries, seconds: progress.seconds() }
      output.print(textOf(what, forgeries, progress.seconds()))
    }
    return {
      held: Object.values(found).every(({ accepted }) => accepted.length === 0),
      summary: { seed, ...found },
      text: `seed ${seed}, ${jobs} threads\n`,
    }
  },
})

function count(byDefault: number, description: string) {
  return z.int().min(0).max(COUNT_MAX).default(byDefault).describe(description)
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
