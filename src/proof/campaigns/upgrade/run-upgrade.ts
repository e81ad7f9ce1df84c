import { setTimeout as sleep } from 'node:timers/promises'
import { judge } from '../../oracle/judge.ts'
import { readBooks } from '../../oracle/read-books.ts'
import type { Violation } from '../../oracle/violation.ts'
import { comeToRest } from '../crash/come-to-rest.ts'
import { startReverseProxy } from '../restart/reverse-proxy.ts'
import { createDice, type Dice } from '../shared/dice.ts'
import { startTraffic } from '../shared/traffic.ts'
import { actAsOperator } from './act-as-operator.ts'
import { readCounts, type Counts } from './counts.ts'
import { shopOnce } from './shopper.ts'
import { openUpgradeStage, VERSIONS, type ReleaseName, type UpgradeStage } from './stage.ts'

/** Longer than a call of the product takes while nothing is broken. */
const CALLS_MS = 1000
const READ_PATHS = ['/v1/sessions?limit=3', '/v1/events?limit=3'] as const

export interface UpgradeOptions {
  seed: number
  /** How long each phase lasts. */
  seconds: number
  rps: number
  drain: number
  packages: 'own' | 'ours'
}

export interface Phase {
  name: string
  /** Which releases serve. */
  serving: string
  seconds: number
  /** Since the beginning, at the end of the phase. */
  counts: Counts
}

export interface UpgradeReport {
  proxy: string
  phases: Phase[]
  requests: number
  failures: { phase: string; what: string }[]
  slowestStopMs: number
  /** What the release before says when it is started on the migrated database. */
  refusedStart: string
  /** What failed during the upgrade, a sentence each with the phase. */
  faults: string[]
  violations: Violation[]
}

/** Upgrades from one release to the next, back, and forward again, while two processes serve shoppers. */
export async function runUpgrade(
  options: UpgradeOptions,
  note: (line: string) => void = () => undefined,
): Promise<UpgradeReport> {
  const dice = createDice(options.seed)
  note(`placing release ${VERSIONS.before}`)
  const stage = await openUpgradeStage(dice, options)
  const proxy = await startReverseProxy(
    stage.running.map(({ product }) => product),
    options.drain,
  )
  try {
    return await walk(stage, options, { dice, note, proxy })
  } finally {
    await proxy.close()
    await stage.close()
  }
}

async function walk(
  stage: UpgradeStage,
  { seconds, rps }: UpgradeOptions,
  around: { dice: Dice; note: (line: string) => void; proxy: { name: string; url: string } },
): Promise<UpgradeReport> {
  const { dice, note, proxy } = around
  let phase = ''
  const { merchant, checkoutKey, cardKey, envelopeKey, witnesses, observer } = stage
  const before = {
    merchant,
    checkoutKey,
    cardKey,
    envelopeKey,
    witnesses,
    observer,
    healReceiver: (isHealed: boolean) => stage.healReceiver(isHealed),
    processes: [{ apiUrl: proxy.url }],
  }
  const failures: UpgradeReport['failures'] = []
  const traffic = startTraffic(before, {
    rps,
    shop: (at, name) => shopOnce(at, dice, name),
    pathToRead: () => dice.pick(READ_PATHS),
    onFailure: ({ what }) => failures.push({ phase, what }),
  })
  const phases: Phase[] = []
  const faults: string[] = []
  const stops: number[] = []
  let refusedStart = ''

  async function during(name: string, work: () => Promise<unknown>): Promise<void> {
    phase = name
    note(name)
    const startedMs = performance.now()
    await work()
    phases.push({
      name,
      serving: [...new Set(stage.running.map(({ release }) => VERSIONS[release]))].join(', '),
      seconds: Number(((performance.now() - startedMs) / 1000).toFixed(1)),
      counts: await readCounts(stage.observer),
    })
  }
  const roll = async (release: ReleaseName) => {
    stops.push(await stage.rollTo(release))
  }
  /** Shoppers, an operator, and the audit log, which both releases verify where they can. */
  const serve = async (release: ReleaseName, verifiers: readonly ReleaseName[]) => {
    await Promise.all([sleep(seconds * 1000), actAsOperator(stage, release)])
    for (const verifier of verifiers) await verify(verifier)
  }
  async function verify(release: ReleaseName): Promise<void> {
    const { exitCode, stdout } = await stage.operate(release, 'audit', 'verify', '--json')
    if (exitCode !== 0) faults.push(`${phase}: audit verify of ${VERSIONS[release]}: ${stdout}`)
  }
  async function expectReady(): Promise<void> {
    for (const { product, release } of stage.running) {
      const response = await fetch(`${product.privateUrl}/ready`)
      if (!response.ok)
        faults.push(`${phase}: ${VERSIONS[release]} is not ready: ${await response.text()}`)
    }
  }
  async function migrate(...args: string[]): Promise<void> {
    const { exitCode, stderr } = await stage.operate('after', 'migrate', ...args)
    if (exitCode !== 0) faults.push(`${phase}: migrate ${args.join(' ')}: ${stderr}`)
    await expectReady()
  }

  await during('before', () => serve('before', ['before']))
  await during('migrate', () => migrate())
  await during('the release before does not start now', async () => {
    const { exitCode, stderr } = await stage.operate('before', 'migrate')
    refusedStart = stderr.trim()
    if (exitCode === 0) faults.push('the release before starts on a migrated database')
  })
  await during('roll forward', () => roll('after'))
  await during('after', () => serve('after', ['after', 'before']))
  await during('step back', () => migrate('--back-to', VERSIONS.before))
  await during('roll back', () => roll('before'))
  await during('back', () => serve('before', ['before', 'after']))
  await during('roll forward again', () => roll('after'))
  await during('go on', () => migrate())
  await during('after again', () => serve('after', ['after', 'before']))
  phase = 'end'
  await traffic.end()
  const requests = traffic.looks() + stage.witnesses.exchanges.length
  await during('at rest', () => comeToRest(before, dice, CALLS_MS))
  await verify('after')
  const reconciled = await stage.operate('after', 'reconcile', '--json')
  if (reconciled.exitCode !== 0) faults.push(`reconcile: ${reconciled.stdout}${reconciled.stderr}`)
  return {
    proxy: proxy.name,
    phases,
    requests,
    failures,
    slowestStopMs: Math.max(...stops),
    refusedStart,
    faults,
    violations: await judgeUpgrade(stage),
  }
}

async function judgeUpgrade({ observer, merchant, witnesses, running }: UpgradeStage) {
  const complaints = running.flatMap(({ product }) => product.complaints)
  const client = await observer.connect()
  try {
    const books = await readBooks(client, [merchant.id])
    return judge({ ...books, ...witnesses, complaints })
  } finally {
    client.release()
  }
}
