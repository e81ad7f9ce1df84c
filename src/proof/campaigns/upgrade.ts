import { z } from 'zod'
import { campaign } from './frame/campaign.ts'
import { seed } from './frame/options.ts'
import { violationText } from './frame/verdict-text.ts'
import { runUpgrade, type UpgradeReport } from './upgrade/run-upgrade.ts'
import { VERSIONS, whyNoUpgrade } from './upgrade/stage.ts'

const { before: BEFORE, after: AFTER } = VERSIONS
const SHOWN_MAX = 20

const Options = z.object({
  seconds: z.int().min(1).max(3600).default(20).describe('how long each release serves'),
  rps: z.int().min(1).max(2000).default(20).describe('requests a second'),
  drain: z.int().min(1).max(60).default(5).describe('DRAIN_SECONDS of the processes'),
  packages: z
    .enum(['own', 'ours'])
    .default('own')
    .describe(`packages of release ${BEFORE}: by its own lock file, or those of this project`),
  seed: seed('of the shoppers'),
})

export const upgrade = campaign({
  name: 'upgrade',
  about: `from release ${BEFORE} to ${AFTER}, one step back, and forward again, under load`,
  details: `Takes the last release from the history of this repository, installs it with its own packages, and, before there is
one, makes a later release of this one with migrations of each kind. Has two processes of ${BEFORE} serve shoppers behind a reverse proxy: cards, Pix, boletos, declines, refunds, webhooks that are refused at
first, keys and secrets that are rotated. Then, while they serve: "checkout migrate" of ${AFTER}, each process restarted
as ${AFTER}, "checkout migrate --back-to ${BEFORE}", each restarted as ${BEFORE}, and forward again. Both releases verify
the audit log on the way. At the end everything comes to rest, the oracle judges, and the books are reconciled.`,
  options: Options,
  notes: 'Exits with 1 when a request failed, a command did, or a promise broke.',
  leavesSockets: true,
  async run(options, output) {
    const why = whyNoUpgrade()
    if (why !== undefined) return { held: false, summary: { why }, text: `${why}\n` }
    const report = await runUpgrade(options, output.note)
    const { failures, faults, violations } = report
    return {
      held: failures.length + faults.length + violations.length === 0,
      summary: { seed: options.seed, ...report },
      text: reportText(options, report),
    }
  },
})

function reportText({ seed, rps }: z.output<typeof Options>, report: UpgradeReport): string {
  const { proxy, phases, requests, failures, slowestStopMs, faults, violations } = report
  const shown = (found: readonly { phase: string; what: string }[]) =>
    Object.entries(Object.groupBy(found, ({ phase, what }) => `${phase}: ${what}`))
      .slice(0, SHOWN_MAX)
      .map(([name, same]) => `  ${same?.length ?? 0} × ${name}`)
  return [
    `${BEFORE} → ${AFTER} → ${BEFORE} → ${AFTER} behind ${proxy}: ${requests} requests (target ${rps} a second), seed ${seed}`,
    ...phases.map(
      ({ name, serving, seconds }) => `  ${name.padEnd(42)} ${serving.padEnd(13)} ${seconds} s`,
    ),
    ...table(report),
    `${BEFORE} on the migrated database: ${report.refusedStart}`,
    `${failures.length} failed requests; the slowest stop took ${slowestStopMs} ms`,
    ...shown(failures),
    ...faults,
    violations.length === 0
      ? 'nothing lost, nothing doubled'
      : `${violations.length} violations\n${violations.map(violationText).join('\n')}`,
    failures.length + faults.length === 0 ? 'no promise broken' : 'the way failed',
    '',
  ].join('\n')
}

/** A table of the row counts at the end of the main phases. */
function table({ phases }: UpgradeReport): string[] {
  const shown = phases.filter(({ name }) =>
    ['before', 'after', 'back', 'after again', 'at rest'].includes(name),
  )
  const kinds = [...new Set(shown.flatMap(({ counts }) => Object.keys(counts)))].toSorted()
  const row = (cells: readonly (string | number)[]) =>
    cells
      .map((cell, index) => (index === 0 ? String(cell).padEnd(24) : String(cell).padStart(12)))
      .join('')
  return [
    row(['', ...shown.map(({ name }) => name)]),
    ...kinds.map((kind) => row([kind, ...shown.map(({ counts }) => counts[kind] ?? 0)])),
  ]
}
