import { ensureBuilds, runFlows, runScript, runStep, runTests } from './step.ts'

/** The oldest release that is supported. `npm test` runs on the newest, 18; those between are tried before a release. */
const OLDEST_POSTGRES = '15'

// npm run test:proof: all steps, also after one that failed
const codes = [
  await ensureBuilds(),
  await runTests(['proof*'], 'vitest-proof.json'),
  await runFlows('proof', 'playwright-proof.json'),
  // Neither keeps both cores busy.
  ...(await Promise.all([
    runStep('npm', ['run', 'test:postgres', '--', OLDEST_POSTGRES], { isLater: true }),
    runScript('test:nodes'),
  ])),
]
process.exitCode = codes.find((code) => code !== 0) ?? 0
