import { runProgram } from '#client/tools/command-line/run-program.ts'
import type { Terminal } from '#client/tools/command-line/terminal.ts'
import { explainFailure } from './explain-failure.ts'
import { readSecretFiles } from './secret-files.ts'
import { createProgram, type Given } from './program.ts'

/** Runs the arguments of `checkout` at a terminal, and returns the exit code. */
export function runCommandLine(
  words: readonly string[],
  terminal: Terminal,
  given: Given = {},
): Promise<number> {
  const create = () => {
    readSecretFiles(terminal.env)
    return createProgram(words, terminal, given)
  }
  return runProgram(words, terminal, create, explainFailure)
}
