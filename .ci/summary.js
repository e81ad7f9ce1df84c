import { readFileSync } from 'node:fs'

/** Adds up what the test runners counted, names what failed, and says the counts in the one line that ends a run. */
const ofVitest = ({ numPassedTests, numFailedTests, testResults }) => ({
  passed: numPassedTests,
  failed: numFailedTests,
  names: testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${name}: ${fullName}`),
  ),
})
const ofPlaywright = ({ stats, suites }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
  names: suites.flatMap(brokenSpecs).map(({ file, line, title }) => `${file}:${line}: ${title}`),
})
const brokenSpecs = ({ specs = [], suites = [] }) => [
  ...specs.filter(({ ok }) => !ok),
  ...suites.flatMap(brokenSpecs),
]
const ofOurs = ({ passed, failed }) => ({ passed, failed, names: [] })
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
    const counted = count(JSON.parse(readFileSync(`test-results/${name}`, 'utf8')))
    if (!Number.isInteger(counted.passed) || !Number.isInteger(counted.failed))
      throw new Error('has no counts')
    passed += counted.passed
    failed += counted.failed
    for (const broken of counted.names) console.log(`failed: ${broken}`)
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
