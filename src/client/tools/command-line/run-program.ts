import type { Command } from 'commander'
import { reportFailure } from './report-failure.ts'

/** Runs a command line; a failure is printed and sets the process's exit code. */
export async function runProgram(
  words: readonly string[],
  create: () => Promise<Command>,
  explain?: (error: unknown) => string | undefined,
): Promise<void> {
  // A reader such as `head` closes the pipe early.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })
  try {
    await (await create()).parseAsync(words, { from: 'user' })
  } catch (error) {
    process.exitCode = reportFailure(error, explain)
  }
}
