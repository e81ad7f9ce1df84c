import type { Command } from 'commander'
import type { CommandFailure } from './exit.ts'
import { reportFailure } from './report-failure.ts'
import type { Terminal } from './terminal.ts'

/** Runs a command line, prints a failure, and returns the exit code. */
export async function runProgram(
  words: readonly string[],
  terminal: Terminal,
  create: () => Promise<Command>,
  explain?: (error: unknown) => CommandFailure | undefined,
): Promise<number> {
  // A reader such as `head` closes the pipe early.
  terminal.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    terminal.exit(terminal.exitCode)
  })
  try {
    await (await create()).parseAsync(words, { from: 'user' })
    return terminal.exitCode
  } catch (error) {
    return reportFailure(terminal, error, explain)
  }
}
