import { ensureBuilds, runFlows, runScript, runStep, runTests } from './step.ts'

/** PostgreSQL 18 is the embedded one, which `npm test` runs on. */
const OTHER_POSTGRES = ['15', '16', '17']

// npm run test:proof: all steps, also after one that failed
const codes = [
  await ensureBuilds(),
  await runTests('proof*', 'vitest-proof.json'),
  await runFlows('proof', 'playwright-proof.json'),
  // Neither keeps both cores busy.
  ...(await Promise.all([
    runStep('npm', ['run', 'test:postgres', '--', ...OTHER_POSTGRES], { isLater: true }),
    runScript('test:nodes'),
  ])),
]
process.exitCode = codes.find((code) => code !== 0) ?? 0
