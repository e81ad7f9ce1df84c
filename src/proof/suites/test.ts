import { runFiles, runFlows, runScript, runStep, runTests } from './step.ts'

// npm test             all that ships: lint, types, build, tests through the front door, flows in a browser
// npm test -- <path>   these tests or flows alone
const args = process.argv.slice(2)
process.exitCode = args.length > 0 ? await runFiles(args) : await runAll()

async function runAll(): Promise<number> {
  // The types are checked and the pages are built by one core each.
  const first = await Promise.all([
    runScript('check'),
    runStep('npm', ['run', 'build'], { isLater: true }),
  ])
  const failed = first.find((code) => code !== 0)
  if (failed !== undefined) return failed
  const tested = await runTests(['quick*', 'shipped*'], 'vitest.json')
  const flowed = await runFlows('shipped', 'playwright.json')
  return tested || flowed
}
