import { runProgram } from '../client/tools/command-line/run-program.ts'
import { explainFailure } from './explain-failure.ts'
import { forbidReports } from './forbid-reports.ts'
import { createProgram, type Given } from './program.ts'

/** Runs what was typed behind `checkout`, and sets the exit code of the process. */
export async function runCommandLine(words: readonly string[], given: Given = {}): Promise<void> {
  forbidReports(process.report)
  await runProgram(words, () => createProgram(words, given), explainFailure)
}
