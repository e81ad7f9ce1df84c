import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import playwright from '../../../e2e/playwright.config.ts'
import { PROOF } from '../../../e2e/proof.ts'
import { PROJECTS, SLOWEST } from './vitest-projects.ts'

const PROJECT = join(import.meta.dirname, '../../..')
const SUMMARY = join(PROJECT, '.ci/summary.js')

/** The files of each project of vitest. */
const files = PROJECTS.flatMap(({ test: { name, include, exclude } }) =>
  globSync(include, { cwd: PROJECT, exclude }).map((file) => ({ name, file })),
)

describe('every test runs', () => {
  it('in one project of vitest', () => {
    const all = globSync('src/**/*.test.{ts,tsx}', { cwd: PROJECT })
    expect(all.length).toBeGreaterThan(500)
    expect(files.map(({ file }) => file).toSorted()).toEqual(all.toSorted())
  })

  it('and those that start first are among them', () => {
    const all = new Set(files.map(({ file }) => file))
    expect(SLOWEST.filter((file) => !all.has(file))).toEqual([])
  })

  it('in one project of flows, and no flow is left out', () => {
    expect(playwright.testIgnore).toBe('**/e2e/engines/**')
    expect(playwright.projects).toEqual([
      { name: 'shipped', grepInvert: new RegExp(PROOF.tag) },
      { name: 'proof', grep: new RegExp(PROOF.tag) },
    ])
  })
})

describe('the line that ends a run', () => {
  const REPORTS: Record<string, object> = {
    'vitest.json': { numPassedTests: 3, numFailedTests: 0, testResults: [] },
    'playwright.json': { stats: { expected: 2, unexpected: 0, flaky: 0 }, suites: [] },
    'vitest-proof.json': { numPassedTests: 10, numFailedTests: 0, testResults: [] },
    'playwright-proof.json': { stats: { expected: 20, unexpected: 0, flaky: 0 }, suites: [] },
    'nodes.json': { passed: 6, failed: 0 },
    'postgres.json': { passed: 3, failed: 0 },
  }

  it.each([
    ['adds up all runners', {}, '0', '44 passed, 0 failed', 0],
    ['counts a failure', { 'nodes.json': { passed: 5, failed: 1 } }, '1', '43 passed, 1 failed', 1],
    [
      'counts a failure that no step reported',
      { 'nodes.json': { passed: 5, failed: 1 } },
      '0',
      '43 passed, 1 failed',
      1,
    ],
    [
      'counts a flow that passed the second time',
      { 'playwright.json': { stats: { expected: 1, unexpected: 0, flaky: 1 }, suites: [] } },
      '0',
      '43 passed, 1 failed',
      1,
    ],
    ['counts a step that failed without a test', {}, '1', '44 passed, 1 failed', 1],
    [
      'fails when counts are lost',
      { 'vitest-proof.json': undefined },
      '0',
      '34 passed, 1 failed',
      1,
    ],
    ['fails when a report has no counts', { 'vitest.json': {} }, '0', '41 passed, 1 failed', 1],
  ] as const)('%s', (_what, changed, status, line, code) => {
    const ended = summaryOf({ ...REPORTS, ...changed }, status)
    expect(ended.lines.at(-1)).toBe(line)
    expect(ended.status).toBe(code)
  })

  it('follows the names of what failed', () => {
    const assertionResults = [
      { fullName: 'a sum adds up', status: 'passed' },
      { fullName: 'a sum is counted', status: 'failed' },
    ]
    const specs = [{ ok: false, file: 'pay.test.ts', line: 7, title: 'A card pays' }]
    const { lines } = summaryOf(
      {
        ...REPORTS,
        'vitest.json': {
          numPassedTests: 1,
          numFailedTests: 1,
          testResults: [{ name: 'sum.test.ts', assertionResults }],
        },
        'playwright.json': {
          stats: { expected: 0, unexpected: 1, flaky: 0 },
          suites: [{ specs: [{ ...specs[0], ok: true }], suites: [{ specs }] }],
        },
      },
      '1',
    )
    expect(lines).toEqual([
      'failed: sum.test.ts: a sum is counted',
      'failed: pay.test.ts:7: A card pays',
      '40 passed, 2 failed',
    ])
  })
})

/** What the summary of these reports prints, and its exit code. */
function summaryOf(reports: Record<string, object | undefined>, status: string) {
  const directory = mkdtempSync(join(tmpdir(), 'checkout-summary-'))
  try {
    mkdirSync(join(directory, 'test-results'))
    for (const [name, report] of Object.entries(reports))
      if (report !== undefined)
        writeFileSync(join(directory, 'test-results', name), JSON.stringify(report))
    const ended = spawnSync(process.execPath, [SUMMARY, status], {
      cwd: directory,
      encoding: 'utf8',
    })
    return { lines: ended.stdout.trimEnd().split('\n'), status: ended.status }
  } finally {
    rmSync(directory, { recursive: true })
  }
}
