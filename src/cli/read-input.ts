import { CommandFailure } from '#client/tools/command-line/exit.ts'
import { printNotice } from '#client/tools/command-line/output.ts'
import type { Terminal } from '#client/tools/command-line/terminal.ts'

const LENGTH_MAX = 65_536

/** Standard input: a line of a terminal, which is asked for, or else all that is piped in. */
export async function readInput(terminal: Terminal, request: string): Promise<string> {
  const { stdin } = terminal
  if (stdin.isTTY === true) printNotice(terminal, request)
  let text = ''
  for await (const chunk of stdin.setEncoding('utf8')) {
    text += String(chunk)
    if (text.length > LENGTH_MAX) throw new CommandFailure('Standard input is too long.')
    if (stdin.isTTY === true && text.includes('\n')) break
  }
  if (text.includes('\0'))
    throw new CommandFailure(
      'Standard input has the character NUL, as UTF-16 has. Pipe text in UTF-8.',
    )
  return text
}
