import { existsSync, readFileSync } from 'node:fs'

/** Adds up what the test runners counted, and says it in the one line that ends a run. */
const read = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined)
const unit = read('test-results/vitest.json')
const flows = read('test-results/playwright.json')?.stats
// A run whose counts are lost has not been seen to pass.
const status = Number(process.argv[2]) || (unit === undefined || flows === undefined ? 1 : 0)

const passed = (unit?.numPassedTests ?? 0) + (flows?.expected ?? 0)
const failed = (unit?.numFailedTests ?? 0) + (flows?.unexpected ?? 0) + (flows?.flaky ?? 0)
// A step that fails without a test, such as the linter, is a failure as well.
console.log(`${passed} passed, ${status !== 0 && failed === 0 ? 1 : failed} failed`)
process.exitCode = status
