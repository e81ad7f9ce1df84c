import type { Command } from 'commander'
import { printJson } from './output.ts'

/** Answers as the person or the script asked for it. */
export function answer(command: Command, document: unknown, forPeople: () => void): void {
  const { json } = command.optsWithGlobals<{ json?: boolean }>()
  if (json === true) printJson(document)
  else forPeople()
}
