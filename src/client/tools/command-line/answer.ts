import type { Command } from 'commander'
import { printJson } from './output.ts'
import type { Terminal } from './terminal.ts'
import { terminalOf } from './terminal-of.ts'

/** Prints the result: JSON with `--json`, else text. */
export function answer(
  command: Command,
  document: unknown,
  forPeople: (terminal: Terminal) => void,
): void {
  const { json } = command.optsWithGlobals<{ json?: boolean }>()
  const terminal = terminalOf(command)
  if (json === true) printJson(terminal, document)
  else forPeople(terminal)
}
