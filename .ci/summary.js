import { readFileSync } from 'node:fs'

/** Adds up what the test runners counted, and says it in the one line that ends a run. */
const ofVitest = ({ numPassedTests, numFailedTests }) => [numPassedTests, numFailedTests]
const ofPlaywright = ({ stats }) => [stats.expected, stats.unexpected + stats.flaky]
const ofOurs = ({ passed, failed }) => [passed, failed]
const REPORTS = {
  'vitest.json': ofVitest,
  'playwright.json': ofPlaywright,
  'vitest-proof.json': ofVitest,
  'playwright-proof.json': ofPlaywright,
  'nodes.json': ofOurs,
  'postgres.json': ofOurs,
}

let status = Number(process.argv[2])
let passed = 0
let failed = 0
for (const [name, count] of Object.entries(REPORTS)) {
  try {
    const [more, broken] = count(JSON.parse(readFileSync(`test-results/${name}`, 'utf8')))
    if (!Number.isInteger(more) || !Number.isInteger(broken)) throw new Error('has no counts')
    passed += more
    failed += broken
  } catch (error) {
    // A run whose counts are lost has not been seen to pass.
    console.log(`${name}: ${error.message}`)
    status = status || 1
  }
}
// A step that fails without a test, such as the linter, is a failure as well.
if (status !== 0) failed = Math.max(failed, 1)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = status || Math.min(failed, 1)
