import type { Command } from 'commander'
import { printJson } from './output.ts'

/** Prints the result: JSON with `--json`, else text. */
export function answer(command: Command, document: unknown, forPeople: () => void): void {
  const { json } = command.optsWithGlobals<{ json?: boolean }>()
  if (json === true) printJson(document)
  else forPeople()
}
