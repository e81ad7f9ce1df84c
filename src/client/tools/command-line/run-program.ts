import type { Command } from 'commander'
import { reportFailure } from './report-failure.ts'

/** Runs a command line; a failure is reported, and sets the exit code of the process. */
export async function runProgram(
  words: readonly string[],
  create: () => Promise<Command>,
  explain?: (error: unknown) => string | undefined,
): Promise<void> {
  // Whoever reads the answer may have read enough, as `head` does.
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
