import { ensureBuilds, runFlows, runStep, runTests } from './step.ts'

/** The oldest release that is supported. `npm test` runs on the newest, 18; those between are tried before a release. */
const OLDEST_POSTGRES = '15'

// npm run test:proof: all steps, also after one that failed
const codes = [
  await ensureBuilds(),
  await runTests(['proof*'], 'vitest-proof.json'),
  // Flows wait for pages and timers, installations for the network: neither keeps both cores busy.
  ...(await Promise.all([runFlows('proof', 'playwright-proof.json'), runVersions()])).flat(),
]
process.exitCode = codes.find((code) => code !== 0) ?? 0

/** The oldest PostgreSQL, then each supported Node. */
async function runVersions(): Promise<number[]> {
  const oldest = ['run', 'test:postgres', '--', OLDEST_POSTGRES]
  return [
    await runStep('npm', oldest, { isLater: true }),
    await runStep('npm', ['run', 'test:nodes'], { isLater: true }),
  ]
}
