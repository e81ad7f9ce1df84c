import { z } from 'zod'
import { table } from '#client/tools/command-line/table.ts'
import type { BlockName } from '../../figures/blocks.ts'
import { runCommandLine } from '../../command-line/command-line.ts'
import { onStage } from '../command/on-stage.ts'
import { check, json, rounds, write } from '../command/options.ts'
import { publish } from '../command/publish.ts'
import { median, range, spread, type Spread } from '../statistics.ts'
import type { AdapterStage } from './adapter-stage.ts'
import { openAdyenStage } from './open-adyen-stage.ts'
import { openPixStage } from './open-pix-stage.ts'

/** The most processor time, in milliseconds, that an adapter may add to a payment, apart from its calls to the processor. */
const ADDED_MS_MAX = 1
/** The most that an item of a webhook may take. */
const ITEM_MS_MAX = 0.2

interface Benched {
  open: (opening: AsyncDisposableStack) => Promise<AdapterStage>
  payment: string
  calls: string
  block: BlockName
}

const ADAPTERS = {
  'api-pix': {
    open: openPixStage,
    payment: 'a payment by Pix at a bank',
    calls: 'the call, by mutual TLS over a kept connection',
    block: 'adapter',
  },
  adyen: {
    open: openAdyenStage,
    payment: 'a card that is authorised and captured at Adyen',
    calls: 'both calls, by TLS over a kept connection',
    block: 'adapter-adyen',
  },
} as const satisfies Record<string, Benched>

const Options = z.object({
  json: json(),
  check: check(
    `the adapter takes more than ${ADDED_MS_MAX} ms, or an item of a webhook more than ${ITEM_MS_MAX} ms`,
  ),
  write: write('what was measured'),
  adapter: z
    .enum(['api-pix', 'adyen'])
    .default('api-pix')
    .describe('whose payments: api-pix or adyen'),
  rounds: rounds(9, 'rounds, adapter and call in turn'),
  payments: z.int().min(1).default(1000).describe('payments of a round'),
})
type AdapterOptions = z.output<typeof Options>

interface Measured {
  /** Processor time per payment, in milliseconds: of the adapter, and of its calls. */
  adapter: Spread
  call: Spread
  /** The adapter's share of the sum of both medians. */
  share: number
  shareOfRounds: Spread
  /** Processor time per item of a webhook. */
  webhook?: Spread
}

await runCommandLine(
  {
    command: 'npm run bench:adapter --',
    about: 'Measures what an adapter adds to a payment, beside its calls to the processor.',
    options: Options,
    notes: `Processor time of this process. The adapter makes payments at a processor that answers at once, from memory; the calls are the same
requests over TLS, on a kept connection to another process: one with API Pix, by mutual TLS, two with Adyen. Of Adyen also a webhook of one
item is verified and parsed. No database takes part.`,
  },
  process.argv.slice(2),
  bench,
)

async function bench(options: AdapterOptions): Promise<void> {
  const benched: Benched = ADAPTERS[options.adapter]
  const measured = await onStage(benched.open, (stage) => measure(stage, options))
  const { adapter, webhook } = measured
  const heads = [`of ${benched.payment}, in processor time`, 'ms', 'of single rounds']
  const rows = rowsOf(measured, benched)
  await publish(options, {
    result: measured,
    text: `${table(heads, rows)}\n`,
    met: adapter.median <= ADDED_MS_MAX && (webhook?.median ?? 0) <= ITEM_MS_MAX,
    figures: {
      block: benched.block,
      heads,
      rows,
      command: `npm run bench:adapter -- --adapter ${options.adapter} --rounds ${options.rounds} --payments ${options.payments}`,
    },
  })
}

function rowsOf({ adapter, call, share, shareOfRounds, webhook }: Measured, { calls }: Benched) {
  const row = (what: string, of: Spread, value = of.median) => [what, value.toFixed(2), range(of)]
  return [
    row('the adapter, beside its calls', adapter),
    row(calls, call),
    row("the adapter's part of both", shareOfRounds, share),
    ...(webhook === undefined ? [] : [row('an item of a webhook, verified and parsed', webhook)]),
  ]
}

async function measure(
  { payAtOnce, call, readWebhook }: AdapterStage,
  { rounds: count, payments }: AdapterOptions,
): Promise<Measured> {
  const round = async () => ({
    adapter: await cpuMs(payAtOnce, payments),
    call: await cpuMs(call, payments),
    webhook: readWebhook && (await cpuMs(readWebhook, payments)),
  })
  // The first round is a warm-up, in which the code is compiled.
  await round()
  const measured = []
  while (measured.length < count) measured.push(await round())
  const adapters = measured.map(({ adapter }) => adapter)
  const calls = measured.map(({ call }) => call)
  const webhooks = measured.flatMap(({ webhook = [] }) => webhook)
  const [adapterMs, callMs] = [median(adapters), median(calls)]
  return {
    adapter: spread(adapters),
    call: spread(calls),
    share: adapterMs / (adapterMs + callMs),
    shareOfRounds: spread(measured.map(({ adapter, call }) => adapter / (adapter + call))),
    ...(webhooks.length > 0 && { webhook: spread(webhooks) }),
  }
}

/** The processor time of one call, in milliseconds. */
async function cpuMs(once: () => Promise<void>, times: number): Promise<number> {
  const before = process.cpuUsage()
  for (let left = times; left > 0; left -= 1) await once()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / times
}
