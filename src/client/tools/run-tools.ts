import packageJson from '#package.json' with { type: 'json' }
import { examples } from './command-line/examples.ts'
import { addAsked, newProgram } from './command-line/new-program.ts'
import { runProgram } from './command-line/run-program.ts'
import type { Terminal } from './command-line/terminal.ts'
import { addEnvFile } from './env-file.ts'
import type { Host } from './host.ts'
import { TOOLS } from './tools.ts'

/** Runs the arguments of `hosted-checkout`, for merchants: the tools that need an API key alone. Returns the exit code. */
export function runTools(words: readonly string[], terminal: Terminal): Promise<number> {
  return runProgram(words, terminal, async () => {
    addEnvFile(words, terminal)
    const host: Host = { name: 'hosted-checkout', version: packageJson.version }
    const program = newProgram(host.name, host.version, terminal)
      .description(
        "Merchants' tools for the sandbox of a hosted checkout. The variables API_KEY and API_URL (default: " +
          'http://localhost:4243) say whose, WEBHOOK_SECRET verifies what it sends.',
      )
      .option('--env-file <path>', 'variables that are not set; default: .env, if there is one')
      .addHelpText(
        'after',
        examples(host.name, [
          'listen --forward http://localhost:3000/webhooks',
          'simulate cs_0Tq4mFhZ7Rk2vXw9sLd3Ye pay',
          'homologate --help',
        ]),
      )
    await addAsked(words, TOOLS, (add) => add(program, host))
    return program
  })
}
