import { execFile } from 'node:child_process'
import { join } from 'node:path'
import type { Outcome, Variables } from './command-line.fixture.ts'
import { testEnvironment } from './terminal.fixture.ts'

/** The executable of `npx --no checkout`. */
export const CHECKOUT = join(import.meta.dirname, '../../../cli/checkout.js')
/** The executable of `npx --no hosted-checkout`. */
export const HOSTED_CHECKOUT = join(import.meta.dirname, '../../../cli/hosted-checkout.js')
const TIMEOUT_MS = 180_000

/** Runs Node as a process of its own, for tests that are about the process. */
export function runNode(args: readonly string[], variables: Variables = {}): Promise<Outcome> {
  return runProgram(process.execPath, args, variables)
}

export function runProgram(
  program: string,
  args: readonly string[],
  variables: Variables = {},
): Promise<Outcome> {
  const env = testEnvironment(variables)
  return new Promise((resolve) => {
    const options = { env, timeout: TIMEOUT_MS }
    const child = execFile(program, [...args], options, (_error, stdout, stderr) => {
      resolve({ exitCode: child.exitCode ?? -1, stdout, stderr })
    })
  })
}
