import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ENVIRONMENT } from './product.ts'

const MAIN = join(import.meta.dirname, '../src/cli/main.ts')
const run = promisify(execFile)

/** Runs an operator's command against the running product and parses its JSON. */
export async function checkoutCommand(
  noun: string,
  verb: string,
  options: Record<string, string>,
  ...subjects: string[]
): Promise<unknown> {
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
  const { stdout } = await run(
    process.execPath,
    [MAIN, noun, verb, ...subjects, ...flags, '--json'],
    {
      env: { ...process.env, ...ENVIRONMENT },
    },
  )
  return JSON.parse(stdout)
}
