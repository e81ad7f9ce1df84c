import { processTerminal } from '#client/tools/command-line/terminal.ts'
import { forbidReports } from './forbid-reports.ts'
import type { Given } from './program.ts'
import { runCommandLine } from './run-command-line.ts'

/** Runs the arguments of `checkout` at this process's own terminal, and sets its exit code. */
export async function runProcess(words: readonly string[], given: Given = {}): Promise<void> {
  forbidReports(process.report)
  process.exitCode = await runCommandLine(words, processTerminal(), given)
}
