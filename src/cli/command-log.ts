import { pino, type Logger } from 'pino'
import { printNotice } from '#client/tools/command-line/output.ts'
import type { Terminal } from '#client/tools/command-line/terminal.ts'

/** A logger that prints messages alone, for commands; servers log JSON. */
export function commandLog(terminal: Terminal, level: string): Logger {
  const options = { level, base: null, timestamp: false }
  return pino(options, {
    write: (line) => printNotice(terminal, (JSON.parse(line) as { msg: string }).msg),
  })
}
