import { describe, expect, it } from 'vitest'
import { runUpgrade } from './run-upgrade.ts'
import { VERSIONS, whyNoUpgrade } from './stage.ts'

const why = whyNoUpgrade()

describe(`from release ${VERSIONS.before} to ${VERSIONS.after}, and one step back`, () => {
  it.skipIf(why !== undefined)(
    'R-34, R-35: no request fails, nothing is lost or doubled, and both releases start after the step back',
    { timeout: 900_000 },
    async () => {
      const report = await runUpgrade({ seed: 7, seconds: 1, rps: 5, drain: 1, packages: 'ours' })
      expect(report.failures).toEqual([])
      expect(report.faults).toEqual([])
      expect(report.violations).toEqual([])
      expect(report.refusedStart).toContain('by a newer release')
      const rest = report.phases.at(-1)?.counts
      expect(rest?.['sessions']).toBeGreaterThan(10)
      expect(rest?.['deliveries pending'] ?? 0).toBe(0)
    },
  )

  it.runIf(why !== undefined)('is not tried here', () => {
    process.stdout.write(`No upgrade was tried: ${why}\n`)
    expect(why).toContain(VERSIONS.before)
  })
})
