import { runProgram } from '#client/tools/command-line/run-program.ts'
import { explainFailure } from './explain-failure.ts'
import { forbidReports } from './forbid-reports.ts'
import { readSecretFiles } from './secret-files.ts'
import { createProgram, type Given } from './program.ts'

/** Runs the arguments of `checkout`, and sets the process's exit code. */
export async function runCommandLine(words: readonly string[], given: Given = {}): Promise<void> {
  forbidReports(process.report)
  const create = () => {
    readSecretFiles(process.env)
    return createProgram(words, given)
  }
  await runProgram(words, create, explainFailure)
}
