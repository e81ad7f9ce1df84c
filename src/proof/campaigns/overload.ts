import { z } from 'zod'
import { campaign } from './frame/campaign.ts'
import { KINDS } from './overload/calls.ts'
import { percent } from './overload/judge.ts'
import { runOverload, type OverloadReport } from './overload/run-overload.ts'

export const overload = campaign({
  name: 'overload',
  about: 'load shedding: ten times the peak load of one process; goodput and refusals',
  details: `Measures the peak throughput of one process: payments, pages, new sessions and reading, each alone and mixed. Then offers a
multiple of it in an open loop. Goodput must stay near the peak, every refused call must get its response, and load
shedding must prefer payments over pages, pages over new sessions, those over reading.`,
  options: z.object({
    times: z.int().min(2).max(100).default(10).describe('load offered, as a multiple of the peak'),
    seconds: z.int().min(1).max(600).default(5).describe('of each measurement'),
    rounds: z.int().min(1).max(99).default(3).describe('the median counts'),
  }),
  notes: 'Exits with 1 when goodput was below 80 % of the peak, or another promise broke.',
  async run(options, output) {
    const report = await runOverload(options, output.note)
    return {
      held: report.broken.length === 0,
      summary: report,
      text: reportText(options.times, report),
    }
  },
})

function reportText(times: number, { rounds, median, broken }: OverloadReport) {
  const { peak, offered, served, ratio, loads, refusedMs, servedP99Ms, cores } = median
  const ratios = rounds.map((round) => percent(round.ratio)).join(', ')
  return [
    `peak ${peak.toFixed(0)} calls a second; target load ${times} times the peak, offered ${offered.toFixed(0)} a second, served ${served.toFixed(0)}`,
    `goodput, weighted by work: ${percent(ratio)} of the peak (rounds: ${ratios})`,
    ...KINDS.map((kind) => {
      const { asked, served, refused } = loads[kind]
      return `  ${kind}: ${served} of ${asked} served, ${refused} refused`
    }),
    `refusals took ${refusedMs.median.toFixed(0)} ms, 99 % at most ${refusedMs.p99.toFixed(0)}; served calls 99 % at most ${servedP99Ms.now.toFixed(0)}, and ${servedP99Ms.atPeak.toFixed(0)} at the peak`,
    `cores: process ${cores.now.process.toFixed(2)}, load generator ${cores.now.asking.toFixed(2)}; at the peak ${cores.atPeak.process.toFixed(2)} and ${cores.atPeak.asking.toFixed(2)}`,
    broken.length === 0 ? 'no promise broken' : broken.join('\n'),
    '',
  ].join('\n')
}
