import { forbidReports } from './forbid-reports.ts'
import { createProgram, type Given } from './program.ts'
import { reportFailure } from './report-failure.ts'

/** Runs what was typed behind `checkout`, and sets the exit code of the process. */
export async function runCommandLine(words: readonly string[], given: Given = {}): Promise<void> {
  forbidReports(process.report)

  // Whoever reads the answer may have read enough, as `head` does.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })

  try {
    await (await createProgram(words, given)).parseAsync(words, { from: 'user' })
  } catch (error) {
    process.exitCode = reportFailure(error)
  }
}
