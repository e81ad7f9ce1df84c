import { z } from 'zod'
import { table } from '#client/tools/command-line/table.ts'
import { runCommandLine } from '../../command-line/command-line.ts'
import { onStage } from '../command/on-stage.ts'
import { check, json, rounds, write } from '../command/options.ts'
import { publish } from '../command/publish.ts'
import { median, range, spread, type Spread } from '../statistics.ts'
import { openAdapterStage, type AdapterStage } from './open-adapter-stage.ts'

/** The most processor time, in milliseconds, that the adapter may add to a payment, apart from its call to the bank. */
const ADDED_MS_MAX = 1

const Options = z.object({
  json: json(),
  check: check(`the adapter takes more than ${ADDED_MS_MAX} ms`),
  write: write('what was measured'),
  rounds: rounds(9, 'rounds, adapter and call in turn'),
  payments: z.int().min(1).default(1000).describe('payments of a round'),
})
type AdapterOptions = z.output<typeof Options>

interface Measured {
  /** Processor time per payment, in milliseconds: of the adapter, and of its call. */
  adapter: Spread
  call: Spread
  /** The adapter's share of the sum of both medians. */
  share: number
  shareOfRounds: Spread
}

const HEADS = ['of a payment by Pix at a bank, in processor time', 'ms', 'of single rounds']

await runCommandLine(
  {
    command: 'npm run bench:adapter --',
    about: 'Measures what the adapter of API Pix adds to a payment, beside its call to the bank.',
    options: Options,
    notes: `Processor time of this process. The adapter creates payments at a bank that answers at once, from memory; the call is the same
request over mutual TLS, on a kept connection to another process. No database takes part.`,
  },
  process.argv.slice(2),
  bench,
)

async function bench(options: AdapterOptions): Promise<void> {
  const measured = await onStage(openAdapterStage, (stage) => measure(stage, options))
  const rows = rowsOf(measured)
  await publish(options, {
    result: measured,
    text: `${table(HEADS, rows)}\n`,
    met: measured.adapter.median <= ADDED_MS_MAX,
    figures: {
      block: 'adapter',
      heads: HEADS,
      rows,
      command: `npm run bench:adapter -- --rounds ${options.rounds} --payments ${options.payments}`,
    },
  })
}

function rowsOf({ adapter, call, share, shareOfRounds }: Measured): string[][] {
  const row = (what: string, of: Spread, value: number) => [what, value.toFixed(2), range(of)]
  return [
    row('the adapter, beside its call', adapter, adapter.median),
    row('the call, by mutual TLS over a kept connection', call, call.median),
    row("the adapter's part of both", shareOfRounds, share),
  ]
}

async function measure(
  { createAtOnce, call }: AdapterStage,
  { rounds: count, payments }: AdapterOptions,
): Promise<Measured> {
  const round = async () => ({
    adapter: await cpuMs(createAtOnce, payments),
    call: await cpuMs(call, payments),
  })
  // The first round is a warm-up, in which the code is compiled.
  await round()
  const measured = []
  while (measured.length < count) measured.push(await round())
  const adapters = measured.map(({ adapter }) => adapter)
  const calls = measured.map(({ call }) => call)
  const [adapterMs, callMs] = [median(adapters), median(calls)]
  return {
    adapter: spread(adapters),
    call: spread(calls),
    share: adapterMs / (adapterMs + callMs),
    shareOfRounds: spread(measured.map(({ adapter, call }) => adapter / (adapter + call))),
  }
}

/** The processor time of one call, in milliseconds. */
async function cpuMs(once: () => Promise<void>, times: number): Promise<number> {
  const before = process.cpuUsage()
  for (let left = times; left > 0; left -= 1) await once()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / times
}
