import { runCommandLine } from '#cli/run-command-line.ts'
import { openTerminal } from '#proof/testing/cli/terminal.fixture.ts'
import { ENVIRONMENT } from './product.ts'

export type CheckoutCommand = (
  noun: string,
  verb: string,
  options: Record<string, string>,
  ...subjects: string[]
) => Promise<unknown>

/** Runs an operator's command against the running product and parses its JSON. */
export const checkoutCommand = commandOf(ENVIRONMENT)

/**
 * Returns a function that runs commands against the product with this environment. They run in this process: to load the
 * modules of each anew took a quarter of the time of the dashboard's flows.
 */
export function commandOf(environment: Record<string, string>): CheckoutCommand {
  return async (noun, verb, options, ...subjects) => {
    const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
    const { terminal, stdout, stderr } = openTerminal({ ...process.env, ...environment })
    const args = [noun, verb, ...subjects, ...flags, '--json']
    const exitCode = await runCommandLine(args, terminal)
    if (exitCode !== 0) throw new Error(`${noun} ${verb} ended with ${exitCode}: ${stderr()}`)
    return JSON.parse(stdout())
  }
}
