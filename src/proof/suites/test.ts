import { runFiles, runFlows, runScript, runTests } from './step.ts'

// npm test             all that ships: lint, types, build, tests through the front door, flows in a browser
// npm test -- <path>   these tests or flows alone
const args = process.argv.slice(2)
process.exitCode = args.length > 0 ? await runFiles(args) : await runAll()

async function runAll(): Promise<number> {
  const first = (await runScript('check')) || (await runScript('build'))
  if (first !== 0) return first
  const tested = await runTests('!proof*', 'vitest.json')
  const flowed = await runFlows('shipped', 'playwright.json')
  return tested || flowed
}
