import { z } from 'zod'
import { campaign } from './frame/campaign.ts'
import { MEASURES, type Measure, type Sample } from './soak/growth.ts'
import { runSoak, type SoakReport } from './soak/run-soak.ts'

const NAMES = Object.keys(MEASURES) as Measure[]

export const soak = campaign({
  name: 'soak',
  about: 'a constant load, and the growth of what the process retains',
  details: `Loads one process at a constant rate: orders, pages with open streams, payments, refunds, deliveries. Meanwhile it measures
what the process retains after a garbage collection. In the second half nothing may grow: slopes by least squares.`,
  options: z.object({
    minutes: z.int().min(1).max(10_000).default(20).describe('how long'),
    rate: z
      .int()
      .min(1)
      .max(1000)
      .default(5)
      .describe('visits a second, of about seven requests each'),
    every: z.int().min(1).max(3600).default(10).describe('seconds between two measurements'),
  }),
  notes:
    'Exits with 1 when something grew significantly, or a visit failed other than by 503 or a timeout.',
  needsBuild: 'sandbox',
  async run(options, output) {
    const report = await runSoak(options, (sample) => output.note(sampleText(sample)))
    return { held: report.broken.length === 0, summary: report, text: reportText(report) }
  },
})

function sampleText(sample: Sample): string {
  const values = NAMES.map((name) => `${MEASURES[name].name} ${sample[name].toFixed(1)}`)
  return `${sample.atSeconds.toFixed(0)} s: ${values.join(', ')}`
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
