import { CommandFailure } from '#client/tools/command-line/exit.ts'
import { printNotice } from '#client/tools/command-line/output.ts'

const LENGTH_MAX = 65_536

/** Standard input: a line of a terminal, which is asked for, or else all that is piped in. */
export async function readInput(request: string): Promise<string> {
  if (process.stdin.isTTY) printNotice(request)
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += String(chunk)
    if (text.length > LENGTH_MAX) throw new CommandFailure('Standard input is too long.')
    if (process.stdin.isTTY && text.includes('\n')) break
  }
  return text
}
