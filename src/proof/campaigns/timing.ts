import { createDice } from './shared/dice.ts'
import { createProgress } from './frame/report.ts'
import { runScript } from '../../cli/run-script.ts'
import { createDatabase, dropDatabase, startTestServer } from '../testing/test-server.ts'
import { measure, type Measured } from './timing/measure.ts'
import { readTimingOptions, TIMING_HELP, type TimingOptions } from './timing/options.ts'
import { openPairs, type Pair } from './timing/pairs.ts'

/** As in dudect and TVLA. */
const T_MAX = 4.5

await runScript({ help: TIMING_HELP, readOptions: readTimingOptions, run })

async function run({ samples, seed, json }: TimingOptions): Promise<void> {
  const server = await startTestServer(process.env['DATABASE_URL'])
  const name = `checkout_timing_${process.pid}`
  try {
    const dice = createDice(seed)
    const stage = await openPairs(await createDatabase(server, name), dice)
    const found: (Measured & { name: string })[] = []
    for (const pair of stage.pairs) {
      const progress = createProgress(samples, { silent: json, what: pair.name })
      const measured = await measure(pair, samples, dice, (count) => progress.advance(count))
      found.push({ name: pair.name, ...measured })
      if (!pair.isControl && Math.abs(measured.t) >= T_MAX) process.exitCode = 1
      if (!json) process.stdout.write(textOf(pair, measured))
    }
    if (json) process.stdout.write(`${JSON.stringify({ seed, pairs: found }, null, 2)}\n`)
    else process.stdout.write(`seed ${seed}, ${samples} samples of each pair\n`)
    await stage.close()
    await dropDatabase(server, name)
  } finally {
    await server.stop()
  }
}

function textOf({ name, classes, isControl }: Pair, { t, microseconds }: Measured): string {
  const isApart = Math.abs(t) >= T_MAX
  const differs = isApart ? 'CAN BE TOLD APART' : 'cannot be told apart'
  const verdict = isControl ? `a control, ${isApart ? 'seen' : 'NOT SEEN'}` : differs
  const medians = classes.map((one, index) => `${one} ${microseconds[index]?.toFixed(1)} µs`)
  return `${name}: t = ${t.toFixed(2)}, ${verdict} (medians: ${medians.join(', ')})\n`
}
