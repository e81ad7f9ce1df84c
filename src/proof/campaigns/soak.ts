import { runScript } from '../../cli/run-script.ts'
import { MEASURES, type Measure, type Sample } from './soak/growth.ts'
import { HELP, readSoakOptions, type SoakOptions } from './soak/options.ts'
import { runSoak, type SoakReport } from './soak/run-soak.ts'

const NAMES = Object.keys(MEASURES) as Measure[]

await runScript({ help: HELP, readOptions: readSoakOptions, run })

async function run(options: SoakOptions): Promise<void> {
  const tell = (sample: Sample) => void (options.json || process.stderr.write(sampleText(sample)))
  const report = await runSoak(options, tell)
  process.stdout.write(options.json ? `${JSON.stringify(report, null, 2)}\n` : reportText(report))
  if (report.broken.length > 0) process.exitCode = 1
}

function sampleText(sample: Sample): string {
  const values = NAMES.map((name) => `${MEASURES[name].name} ${sample[name].toFixed(1)}`)
  return `${sample.atSeconds.toFixed(0)} s: ${values.join(', ')}\n`
}

function reportText(report: SoakReport): string {
  const { seconds, visits, requests, notifications, failures, samples, growth, broken } = report
  return [
    `${visits} visits, ${requests} requests, ${notifications} notifications in ${seconds.toFixed(0)} s`,
    ...Object.entries(failures).map(([what, times]) => `  failed: ${times} × ${what}`),
    ...NAMES.map((name) => {
      const last = samples.at(-1)?.[name] ?? Number.NaN
      const { perHour, atLeastPerHour } = growth[name]
      return `  ${MEASURES[name].name}: ${last.toFixed(1)} ${MEASURES[name].unit} at the end, ${perHour.toFixed(1)} an hour in the second half, at least ${atLeastPerHour.toFixed(1)}`
    }),
    broken.length === 0 ? 'nothing grew' : broken.join('\n'),
    '',
  ].join('\n')
}
