import { loadavg } from 'node:os'
import { z } from 'zod'
import { campaign } from './frame/campaign.ts'
import { seed, trace } from './frame/options.ts'
import { openCluster } from './patroni/cluster.ts'
import { runContrast, type Contrast } from './patroni/contrast.ts'
import { FAULTS, type Fault } from './patroni/faults.ts'
import { contrastText, roundText, summaryText, timesOf } from './patroni/report.ts'
import { faultsOf, openRoundStage, runRounds, type JudgedRound } from './patroni/run-rounds.ts'
import type { RoundStage } from './patroni/run-round.ts'
import { whyNoCluster } from './patroni/why-no-cluster.ts'

const CONTRAST = 'contrast'

const Options = z.object({
  rounds: z.int().min(1).max(1000).default(10).describe('of each fault'),
  only: z
    .enum(['', ...FAULTS, CONTRAST])
    .default('')
    .meta({
      description: `one of ${[...FAULTS, CONTRAST].join(', ')}`,
      defaultText: 'all of them',
    }),
  asynchronous: z.boolean().default(false).describe(`the same as --only ${CONTRAST}`),
  strict: z.boolean().default(false).describe('no commit while there is no synchronous standby'),
  hosts: z.boolean().default(false).describe('DATABASE_URL names the machines, without HAProxy'),
  seed: seed('of the first round; the next ones count on'),
  trace: trace('write out every round'),
})
type Options = z.output<typeof Options>

export const patroni = campaign({
  name: 'patroni',
  about: 'three machines with Patroni: killed, frozen, cut off, switched over; nothing is lost',
  details: `Runs Debian's Patroni, etcd and PostgreSQL on three machines, which are network namespaces, with HAProxy before them, from the
files in src/cli/deploy/patroni; and two processes of the product. While shoppers pay, the primary's machine is killed, frozen or
cut off, or Patroni switches over; then it comes back as a standby. A commit ten times a second at each machine, the product's
LISTEN and the oracle say what was lost, and for how long nothing was committed. Then once with asynchronous replication and
standbys that are behind, where the harness must see the loss.
Needs root, network namespaces, and of Debian patroni, etcd-server, haproxy and postgresql.`,
  options: Options,
  notes: 'Exits with 1 when a promise broke, or the contrast lost nothing.',
  leavesSockets: true,
  async run(options, output) {
    const why = whyNoCluster()
    if (why !== undefined)
      return { held: false, summary: { why }, text: `patroni cannot run here: ${why}\n` }
    const only = options.asynchronous ? CONTRAST : options.only
    const faults = FAULTS.filter((fault) => only === '' || fault === only)
    const plan = planOf(faults, options)
    const withContrast = only === '' || only === CONTRAST
    const progress = output.progress(plan.length + (withContrast ? 1 : 0), 'rounds')
    const onRound = (round: JudgedRound) => {
      output.note(roundText(round))
      if (options.trace) process.stderr.write(`${JSON.stringify(round)}\n`)
      progress.advance()
    }
    const loadBefore = loadavg()[1]
    const outcome =
      plan.length === 0
        ? undefined
        : await withStage(options, true, (opened) => runRounds(opened, plan, onRound))
    const contrast = withContrast
      ? await withStage(options, false, (opened) => runContrast(opened, options.seed))
      : undefined
    const rounds = outcome?.rounds ?? []
    const load = { before: loadBefore, after: loadavg()[1] }
    const broken = rounds.flatMap(faultsOf)
    return {
      held: broken.length === 0 && (contrast === undefined || sawLoss(contrast)),
      summary: { seed: options.seed, load, times: timesOf(rounds), outcome, contrast },
      text: [
        summaryText(outcome, { ...options, seconds: progress.seconds(), load }),
        contrast === undefined ? '' : contrastText(contrast, sawLoss(contrast)),
      ].join(''),
    }
  },
})

function planOf(faults: readonly Fault[], { rounds, seed }: Options) {
  return Array.from({ length: rounds * faults.length }, (_, index) => ({
    seed: seed + index,
    fault: faults[index % faults.length] ?? 'switchover',
  }))
}

/** Whether acknowledged commits were lost, and the oracle found the violation of I7. */
function sawLoss({ lost, violations }: Contrast): boolean {
  return lost > 0 && violations.some(({ invariant }) => invariant === 'I7')
}

/** Runs `work` with a cluster and the product, and cleans up whether it ends, fails or is interrupted. */
async function withStage<T>(
  { strict, hosts, seed }: Options,
  isSynchronous: boolean,
  work: (opened: RoundStage) => Promise<T>,
): Promise<T> {
  const cluster = await openCluster({ isSynchronous, isStrict: isSynchronous && strict })
  try {
    const opened = await openRoundStage(cluster, { seed, hosts })
    try {
      return await work(opened)
    } finally {
      await opened.close()
    }
  } catch (error) {
    cluster.abandon()
    throw error
  }
}
