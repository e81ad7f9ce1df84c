import { z } from 'zod'
import { createDatabase, dropDatabase, startTestServer } from '../testing/test-server.ts'
import { campaign } from './frame/campaign.ts'
import { seed } from './frame/options.ts'
import { createDice } from './shared/dice.ts'
import { measure, type Measured } from './timing/measure.ts'
import { openPairs, type Pair } from './timing/pairs.ts'

/** As in dudect and TVLA. */
const T_MAX = 4.5

export const timing = campaign({
  name: 'timing',
  about: 'timing side channels: whether the time of a refusal depends on the guess',
  details: `Calls the API, over a real PostgreSQL and within one process, with nearly valid keys and references and with random ones, and
the signature verification with nearly valid signatures, in random order; then compares the times by Welch's t, with the
slowest cropped in steps. From |t| = ${T_MAX} on there is a timing leak. A control that differs by design shows that the
measurement works.`,
  options: z.object({
    samples: z.int().min(1000).max(10_000_000).default(100_000).describe('of each pair'),
    seed: seed('chooses inputs and order'),
  }),
  notes: `Exits with 1 when a pair can be told apart. DATABASE_URL names a PostgreSQL to use instead of one of its own.`,
  async run({ samples, seed }, output) {
    const server = await startTestServer(process.env['DATABASE_URL'])
    const name = `checkout_timing_${process.pid}`
    try {
      const dice = createDice(seed)
      const stage = await openPairs(await createDatabase(server, name), dice)
      const found: (Measured & { name: string })[] = []
      let held = true
      for (const pair of stage.pairs) {
        const progress = output.progress(samples, pair.name)
        const measured = await measure(pair, samples, dice, (count) => progress.advance(count))
        found.push({ name: pair.name, ...measured })
        if (!pair.isControl && Math.abs(measured.t) >= T_MAX) held = false
        output.print(textOf(pair, measured))
      }
      await stage.close()
      await dropDatabase(server, name)
      const text = `seed ${seed}, ${samples} samples of each pair\n`
      return { held, summary: { seed, pairs: found }, text }
    } finally {
      await server.stop()
    }
  },
})

function textOf({ name, classes, isControl }: Pair, { t, microseconds }: Measured): string {
  const isApart = Math.abs(t) >= T_MAX
  const differs = isApart ? 'CAN BE TOLD APART' : 'cannot be told apart'
  const verdict = isControl ? `a control, ${isApart ? 'detected' : 'NOT DETECTED'}` : differs
  const medians = classes.map((one, index) => `${one} ${microseconds[index]?.toFixed(1)} µs`)
  return `${name}: t = ${t.toFixed(2)}, ${verdict} (medians: ${medians.join(', ')})\n`
}
