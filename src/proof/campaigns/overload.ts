import { runScript } from '../../cli/run-script.ts'
import { KINDS } from './overload/calls.ts'
import { percent } from './overload/judge.ts'
import { HELP, readOverloadOptions, type OverloadOptions } from './overload/options.ts'
import { runOverload, type OverloadReport } from './overload/run-overload.ts'

await runScript({ help: HELP, readOptions: readOverloadOptions, run })

async function run(options: OverloadOptions): Promise<void> {
  const tell = (text: string) => void (options.json || process.stderr.write(`${text}\n`))
  const report = await runOverload(options, tell)
  process.stdout.write(
    options.json ? `${JSON.stringify(report, null, 2)}\n` : reportText(options, report),
  )
  if (report.broken.length > 0) process.exitCode = 1
}

function reportText({ times }: OverloadOptions, { rounds, median, broken }: OverloadReport) {
  const { peak, offered, served, ratio, loads, refusedMs, servedP99Ms, cores } = median
  const ratios = rounds.map((round) => percent(round.ratio)).join(', ')
  return [
    `at its peak ${peak.toFixed(0)} calls a second; ${times} times as many were meant, ${offered.toFixed(0)} a second were asked, ${served.toFixed(0)} served`,
    `by the work they take ${percent(ratio)} of the peak (rounds: ${ratios})`,
    ...KINDS.map((kind) => {
      const { asked, served, refused } = loads[kind]
      return `  ${kind}: ${served} of ${asked} served, ${refused} refused`
    }),
    `refusals took ${refusedMs.median.toFixed(0)} ms, 99 % at most ${refusedMs.p99.toFixed(0)}; what was served 99 % at most ${servedP99Ms.now.toFixed(0)}, and ${servedP99Ms.atPeak.toFixed(0)} at the peak`,
    `of a core: the process ${cores.now.process.toFixed(2)}, who asked ${cores.now.asking.toFixed(2)}; at the peak ${cores.atPeak.process.toFixed(2)} and ${cores.atPeak.asking.toFixed(2)}`,
    broken.length === 0 ? 'no promise broken' : broken.join('\n'),
    '',
  ].join('\n')
}
