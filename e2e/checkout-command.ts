import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ENVIRONMENT } from './product.ts'

const MAIN = join(import.meta.dirname, '../src/cli/main.ts')
const run = promisify(execFile)

export type CheckoutCommand = (
  noun: string,
  verb: string,
  options: Record<string, string>,
  ...subjects: string[]
) => Promise<unknown>

/** Runs an operator's command against the running product and parses its JSON. */
export const checkoutCommand = commandOf(ENVIRONMENT)

/** Returns a function that runs commands against the product with this environment. */
export function commandOf(environment: Record<string, string>): CheckoutCommand {
  return async (noun, verb, options, ...subjects) => {
    const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
    const args = [MAIN, noun, verb, ...subjects, ...flags, '--json']
    const { stdout } = await run(process.execPath, args, {
      env: { ...process.env, ...environment },
    })
    return JSON.parse(stdout)
  }
}
