import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { createMetrics } from '#server/monitoring/metrics.ts'

const FILE = join(import.meta.dirname, '../../cli/deploy/grafana/checkout.json')
const Dashboard = z.object({
  panels: z.array(
    z.object({
      id: z.int(),
      type: z.string(),
      title: z.string(),
      description: z.string().optional(),
      targets: z.array(z.object({ expr: z.string(), refId: z.string() })).default([]),
    }),
  ),
})
const { panels } = Dashboard.parse(JSON.parse(readFileSync(FILE, 'utf8')))
const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
const hasPromtool = spawnSync('promtool', ['--version']).status === 0

/** The names of all series that a server has. */
async function seriesNames(): Promise<Set<string>> {
  const metrics = createMetrics()
  metrics.database(() => Promise.resolve(false))
  metrics.backlog(() => Promise.reject(new Error('no database')))
  const text = await metrics.text()
  const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)]
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_count', '_sum'].map((end) => name + end) : [name],
    ),
  )
}

it('R-50: every panel of the dashboard says what it shows, of metrics that there are', async () => {
  const series = await seriesNames()
  expect(expressions.length).toBeGreaterThan(30)
  for (const expression of expressions) {
    const names = expression.match(/\b(?:checkout|process|nodejs)_\w+/g) ?? []
    expect(names).not.toEqual([])
    for (const name of names) expect(series).toContain(name)
  }
  for (const { type, description, targets } of panels) {
    expect(targets.length > 0).toBe(type !== 'row')
    expect(type === 'row' || description !== undefined).toBe(true)
  }
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
})

it('R-50: every metric of ours is on the dashboard', async () => {
  const all = expressions.join(' ')
  const own = [...(await seriesNames())].filter((name) => name.startsWith('checkout_'))
  const families = new Set(own.map((name) => name.replace(/_(bucket|count|sum)$/, '')))
  // While `checkout_backlog_up` is 0, the other backlog metrics are NaN. It has an alert, and no panel.
  families.delete('checkout_backlog_up')
  expect([...families].filter((name) => !all.includes(name))).toEqual([])
})

it.skipIf(!hasPromtool)(
  'R-50: Prometheus takes every expression (skipped without promtool)',
  () => {
    const rules = expressions.map((expression, index) => ({
      record: `panel:${index}`,
      expr: expression.replaceAll('$__rate_interval', '5m'),
    }))
    const file = join(tmpdir(), `checkout-panels-${process.pid}.yml`)
    // JSON is YAML.
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }))
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', file], {
      encoding: 'utf8',
    })
    rmSync(file)
    expect(stdout + stderr).toContain(`${expressions.length} rules found`)
    expect(status).toBe(0)
  },
)

it.skipIf(!hasPromtool)(
  'promtool finds nothing to say of the metrics (skipped without it)',
  async () => {
    const input = await createMetrics().text()
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      encoding: 'utf8',
      input,
    })
    expect(stdout + stderr).toBe('')
    expect(status).toBe(0)
  },
)
