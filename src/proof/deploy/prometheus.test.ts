import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createMetrics } from '#server/monitoring/metrics.ts'

const PROMETHEUS = join(import.meta.dirname, '../../cli/deploy/prometheus')
const PROJECT = join(PROMETHEUS, '../../../..')
const read = (name: string) => readFileSync(join(PROMETHEUS, name), 'utf8')
const namesIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name]) => name)
const hasPromtool = spawnSync('promtool', ['--version']).status === 0

describe('the rules for Prometheus', () => {
  const rules = read('alerts.yml')

  it('each have a test that sees them silent and firing', () => {
    const tested = namesIn(read('alerts.test.yml'), /^ {2}- name: (\w+)$/gm)
    expect([...new Set(tested)]).toEqual(namesIn(rules, /- alert: (\w+)/g))
  })

  it('ask for metrics that a process serves', async () => {
    const metrics = createMetrics()
    metrics.database(async () => false)
    metrics.backlog(() => Promise.reject(new Error('there is no database')))
    const served = await metrics.text()
    const asked = new Set(namesIn(rules, /\b(checkout_\w+)/g))
    expect(asked.size).toBeGreaterThan(15)
    const lacking = [...asked].filter((name) => {
      const family = name?.replace(/_(count|sum|bucket)$/, '')
      return !served.includes(`# TYPE ${family} `)
    })
    expect(lacking).toEqual([])
  })

  it('name runbooks that exist', () => {
    const runbooks = namesIn(rules, /runbook: (\S+)/g)
    expect(runbooks.length).toBeGreaterThan(8)
    expect(runbooks.filter((path) => read(join('../../../..', path ?? '')) === '')).toEqual([])
  })

  it.skipIf(!hasPromtool)(
    'R-50: fire when their fault comes, by promtool (skipped where there is none)',
    () => {
      const run = (...args: string[]) =>
        spawnSync('promtool', args, { cwd: PROJECT, encoding: 'utf8' })
      const checked = run('check', 'rules', 'src/cli/deploy/prometheus/alerts.yml')
      expect(checked.stdout + checked.stderr).toContain('SUCCESS: 26 rules found')
      const tested = run('test', 'rules', 'src/cli/deploy/prometheus/alerts.test.yml')
      expect([tested.status, tested.stdout + tested.stderr]).toEqual([
        0,
        expect.stringContaining('SUCCESS'),
      ])
    },
  )
})
