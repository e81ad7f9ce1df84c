import { openOneProcess } from '../shared/one-process.ts'
import { KINDS, makeCalls, type Kind } from './calls.ts'
import {
  brokenPromises,
  goodput,
  isServed,
  loadOf,
  percentile,
  servedRate,
  type Load,
  type Rates,
} from './judge.ts'
import { measureCores, type Cores } from './cores.ts'
import { runClosedLoop, runOpenLoop, WARM_SECONDS } from './offer.ts'

export interface Round {
  /** Served per second of the mix, at the peak. */
  peak: number
  /** Sent per second. */
  offered: number
  /** Served per second. */
  served: number
  /** Goodput, as a share of the goodput at the peak. */
  ratio: number
  loads: Record<Kind, Load>
  /** Latency of refusals. */
  refusedMs: { median: number; p99: number }
  /** Latency of served calls: at the peak, and under overload. */
  servedP99Ms: { atPeak: number; now: number }
  cores: { atPeak: Cores; now: Cores }
  broken: string[]
}

export interface OverloadReport {
  /** Served per second of each kind alone. */
  alone: Rates
  rounds: Round[]
  /** The round with the median ratio. */
  median: Round
  broken: string[]
}

/** The rate that is assumed until it is measured: more than a process can reach. */
const PAYMENTS_A_SECOND = 500
/** The factor by which a round may exceed the measured rate of payments alone. */
const MARGIN = 2
/** More than the payments under way at once. */
const UNDER_WAY = 1000

export async function runOverload(
  { times, seconds, rounds }: { times: number; seconds: number; rounds: number },
  onStep: (text: string) => void = () => undefined,
): Promise<OverloadReport> {
  const stage = await openOneProcess()
  try {
    const { apiUrl, privateUrl } = stage.product
    const calls = await makeCalls(stage)
    let turn = 0
    const mixed = () => calls.of(KINDS[(turn += 1) % KINDS.length] ?? 'read')
    await calls.prepare((1 + seconds / 2) * PAYMENTS_A_SECOND)
    // Warm-up: the first calls cost more.
    await runClosedLoop(apiUrl, mixed, 1)

    const alone: Rates = { pay: 0, show: 0, create: 0, read: 0 }
    for (const kind of KINDS) {
      const steady = await runClosedLoop(apiUrl, () => calls.of(kind), Math.max(1, seconds / 2))
      alone[kind] = servedRate(steady, kind)
      onStep(`${kind} alone: ${alone[kind].toFixed(0)} a second`)
    }
    const done: Round[] = []
    while (done.length < rounds) {
      await calls.prepare((2 * seconds + WARM_SECONDS) * alone.pay * MARGIN + UNDER_WAY)
      const { result: atPeak, cores: coresAtPeak } = await measureCores(privateUrl, () =>
        runClosedLoop(apiUrl, mixed, seconds),
      )
      const peak = atPeak.outcomes.filter(isServed).length / atPeak.seconds
      const { result: over, cores } = await measureCores(privateUrl, () =>
        runOpenLoop(apiUrl, mixed, { seconds, rate: times * peak }),
      )
      const ratio = goodput(over, alone) / goodput(atPeak, alone)
      const loads = Object.fromEntries(
        KINDS.map((kind) => [kind, loadOf(over.outcomes, kind)]),
      ) as Record<Kind, Load>
      const served = over.outcomes.filter(isServed)
      const refusedMs = over.outcomes
        .filter(({ status }) => status === 503)
        .map(({ tookMs }) => tookMs)
      const p99 = (of: typeof served) =>
        percentile(
          of.map(({ tookMs }) => tookMs),
          0.99,
        )
      done.push({
        peak,
        offered: over.outcomes.length / over.seconds,
        served: served.length / over.seconds,
        ratio,
        loads,
        refusedMs: { median: percentile(refusedMs, 0.5), p99: percentile(refusedMs, 0.99) },
        servedP99Ms: { atPeak: p99(atPeak.outcomes.filter(isServed)), now: p99(served) },
        cores: { atPeak: coresAtPeak, now: cores },
        broken: brokenPromises(loads, ratio),
      })
      onStep(`round ${done.length}: ${(ratio * 100).toFixed(0)} % of the peak`)
    }
    const sorted = done.toSorted((one, other) => one.ratio - other.ratio)
    const median = sorted[Math.floor(sorted.length / 2)]
    if (median === undefined) throw new Error('there was no round')
    const after = await fetch(`${apiUrl}/v1/health`)
    const broken = after.ok ? median.broken : [...median.broken, 'it does not answer any more']
    return { alone, rounds: done, median, broken }
  } finally {
    await stage.close()
  }
}
