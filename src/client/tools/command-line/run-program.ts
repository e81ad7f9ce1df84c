import type { Command } from 'commander'
import { reportFailure } from './report-failure.ts'

/** Runs a command line with the arguments of this process; what fails is said, and sets the exit code. */
export async function runProgram(
  create: (words: readonly string[]) => Promise<Command>,
  explain?: (error: unknown) => string | undefined,
): Promise<void> {
  // Whoever reads the answer may have read enough, as `head` does.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })
  try {
    await (await create(process.argv.slice(2))).parseAsync()
  } catch (error) {
    process.exitCode = reportFailure(error, explain)
  }
}
