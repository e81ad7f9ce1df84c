import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { campaignNames, loadCampaign } from './find-campaigns.ts'

const PROVE = join(import.meta.dirname, '../../prove.ts')
const SEEDED = { seed: expect.any(Number) }
const ANY_PROCESSOR = { processor: 'simulated', unkind: '' }

/** Defaults of each campaign without flags, `json: false` aside. */
const DEFAULTS: Record<string, object> = {
  canary: { ...SEEDED, cards: 30, short: false },
  cards: { ...SEEDED, attempts: 10_000, flows: 1000 },
  crash: { ...SEEDED, ...ANY_PROCESSOR, schedules: 100, trace: false },
  failover: { ...SEEDED, rounds: 5, contrast: true, trace: false },
  forge: { ...SEEDED, keys: 1_000_000, lookalikes: 1_000_000, signatures: 100_000, jobs: 2 },
  fuzz: { ...SEEDED, of: 'api', jobs: 4, trace: false },
  matrix: { ...SEEDED, ...ANY_PROCESSOR, of: 'payments', only: '', seeds: 1, jobs: 2 },
  oracle: { ...SEEDED, only: '', schedules: 1000, jobs: 4 },
  overload: { times: 10, seconds: 5, rounds: 3 },
  patroni: {
    ...SEEDED,
    rounds: 10,
    only: '',
    asynchronous: false,
    strict: false,
    hosts: false,
    trace: false,
  },
  pages: { pages: 10_000, minutes: 3, payments: 50 },
  race: { of: 'payments', ...ANY_PROCESSOR, sessions: 100 },
  restart: { ...SEEDED, restarts: 10, rps: 50, drain: 5 },
  shops: { only: '', jobs: 4 },
  simulate: {
    ...SEEDED,
    jobs: 2 * availableParallelism(),
    trace: false,
    ...ANY_PROCESSOR,
    processor: 'mixed',
  },
  soak: { minutes: 20, rate: 5, every: 10 },
  tamper: { ...SEEDED, alterations: 200, jobs: 2, trace: false },
  timing: { ...SEEDED, samples: 100_000 },
  webhooks: {
    ...SEEDED,
    events: 5000,
    receivers: 60,
    faulty: 0.45,
    neighbours: 20,
    jobs: 2,
    trace: false,
  },
}

const names = await campaignNames()

describe('the campaigns', () => {
  it('are the files of their folder', () => {
    expect(names).toEqual(expect.arrayContaining(Object.keys(DEFAULTS)))
  })

  it.each(names)('%s prints its flags, and has these defaults', async (name) => {
    const campaign = await loadCampaign(name)
    expect(campaign.about).toMatch(/^.{20,100}$/)
    const options = campaign.read([])
    expect(options).toEqual({ ...(DEFAULTS[name] ?? options), json: false })
    expect(campaign.read(['--json'])).toMatchObject({ json: true })
    const help = campaign.help()
    expect(help).toContain(`Usage: npm run prove -- ${name} [options]`)
    expect(help).toMatch(/--json {2,}print one JSON document/)
    expect(help).toMatch(/Exits with 1 when/)
    for (const key of Object.keys(options)) {
      const flag = key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
      expect(help).toMatch(new RegExp(`^  --(no-)?${flag}[ ]`, 'm'))
    }
  })

  it('have a seed from the clock, which help does not show', async () => {
    const { help, read } = await loadCampaign('crash')
    const { seed } = read([]) as { seed: number }
    expect(Math.abs(seed - (Date.now() % 2 ** 31))).toBeLessThan(60_000)
    expect(help()).toMatch(/--seed <n> +of the first; the next ones count on/)
    expect(help()).toContain('(0 to 2147483648; default: one by the clock, which is printed)')
  })

  it.each([
    ['crash', ['--seed', '7', '--schedules=3', '--trace'], { seed: 7, schedules: 3, trace: true }],
    ['simulate', ['--minutes', '5'], { minutes: 5 }],
    ['simulate', ['--schedules', '3', '--jobs', '1'], { schedules: 3, jobs: 1 }],
    ['simulate', ['--unkind', 'overtaken'], { unkind: 'overtaken' }],
    ['race', ['--at-once', '9'], { atOnce: 9 }],
    ['failover', ['--no-contrast'], { contrast: false }],
    ['patroni', ['--only', 'contrast'], { only: 'contrast', asynchronous: false }],
    ['patroni', ['--hosts', '--rounds=2'], { hosts: true, rounds: 2 }],
    ['canary', ['--short', '--cards', '6', '--seed', '7'], { short: true, cards: 6, seed: 7 }],
    ['webhooks', ['--faulty', '30%'], { faulty: 0.3 }],
    ['webhooks', ['--faulty=100', '--neighbours=0'], { faulty: 1, neighbours: 0 }],
    ['matrix', ['--only', 'CP5'], { only: 'CP5' }],
    ['matrix', ['--of', 'holds', '--only', 'HP5'], { of: 'holds', only: 'HP5' }],
    ['matrix', ['--processor', 'scripted'], { processor: 'scripted', unkind: '' }],
    ['pages', ['--pages', '20', '--payments', '10'], { pages: 20, payments: 10 }],
  ])('%s takes %j', async (name, args, options) => {
    expect((await loadCampaign(name)).read(args)).toMatchObject(options)
  })

  it.each([
    ['crash', '--seed=-1', /--seed -1: must be a whole number from 0 to 2147483648/],
    ['crash', '--seed=x', /--seed x: must be a whole number/],
    ['crash', '--schedules=0', /--schedules 0: must be a whole number from 1 to 100000000/],
    ['simulate', '--jobs=0.5', /--jobs 0\.5: must be a whole number from 1 to 32/],
    ['forge', '--jobs=65', /--jobs 65: must be a whole number from 1 to 64/],
    ['fuzz', '--minutes=1h', /--minutes 1h: must be a whole number from 1 to 10000/],
    ['canary', '--cards=5', /--cards 5: must be a whole number from 6 to 300/],
    ['canary', '--jobs=2', /--jobs/],
    ['race', '--at-once=1', /--at-once 1: must be a whole number from 2 to 1000/],
    ['webhooks', '--faulty=101%', /--faulty 101%: must be a share from 0% to 100%/],
    ['matrix', '--only=nowhere', /--only nowhere: stands in the name of no case/],
    ['oracle', '--only=nowhere', /--only nowhere: stands in the name of no fault and no guard/],
    ['patroni', '--only=nothing', /--only nothing: /],
    ['pages', '--payments=5001', /--payments 5001: must be a whole number from 1 to 5000/],
    ['soak', '--unknown', /--unknown/],
    ['soak', '--json=yes', /--json/],
    ['soak', '--rate', /--rate <n>/],
    ['soak', 'twice', /too many arguments/],
  ])('%s refuses %s', async (name, arg, message) => {
    const { read } = await loadCampaign(name)
    expect(() => read([arg])).toThrow(message)
  })
})

describe('npm run prove', () => {
  it('lists the campaigns, a line each', async () => {
    const { code, stdout } = await prove()
    expect(code).toBe(0)
    for (const name of names) expect(stdout).toMatch(new RegExp(`^  ${name} +\\S.+$`, 'm'))
  })

  it('prints help of a campaign, and runs nothing', async () => {
    const { help } = await loadCampaign('forge')
    expect(await prove('forge', '--help')).toEqual({ code: 0, stdout: help(), stderr: '' })
  })

  it('runs a campaign, and prints its verdict as lines or as one JSON document', async () => {
    const few = ['--seed=7', '--keys=50', '--lookalikes=50', '--signatures=0', '--jobs=1']
    const lines = await prove('forge', ...few)
    expect(lines).toMatchObject({ code: 0, stdout: expect.stringContaining('seed 7, 1 threads\n') })
    const { code, stdout } = await prove('forge', ...few, '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ seed: 7, keys: { forged: 50, accepted: [] } })
  })

  it.each([
    [['forged'], /^error: forged: there are canary, cards, /],
    [
      ['forge', '--keys=many'],
      /^error: --keys many: must be a whole number from 0 to 1000000000\n$/,
    ],
  ])('exits with 64 for %j', async (args, message) => {
    const { code, stdout, stderr } = await prove(...args)
    expect({ code, stdout }).toEqual({ code: 64, stdout: '' })
    expect(stderr).toMatch(message)
  })
})

function prove(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [PROVE, ...args], (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    )
  })
}
