import { expect, it } from 'vitest'
import { runRestarts } from './run-restarts.ts'

/** Graceful shutdown, with a request under way, takes less. */
const ERRORS_MS_MAX = 1000

it(
  'R-19, R-20: two restarts behind a proxy and under load fail no request; clients retry what a kill cut off',
  { timeout: 300_000 },
  async () => {
    const report = await runRestarts({ seed: 5, restarts: 2, rps: 5, drain: 1 })
    expect(report.failures).toEqual([])
    expect(report.violations).toEqual([])
    expect(report.requests).toBeGreaterThan(20)
    // Only requests that were under way at the kill may fail, and none that came later.
    expect(report.kill.failures.length).toBeLessThan(report.requests / 4)
    expect(report.kill.lastFailureAfterMs).toBeLessThanOrEqual(ERRORS_MS_MAX)
  },
)
