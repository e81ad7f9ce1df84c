import { pino, type Logger } from 'pino'
import { printNotice } from '#client/tools/command-line/output.ts'

/** A logger that prints messages alone, for commands; servers log JSON. */
export function commandLog(level: string): Logger {
  const options = { level, base: null, timestamp: false }
  return pino(options, {
    write: (line) => printNotice((JSON.parse(line) as { msg: string }).msg),
  })
}
