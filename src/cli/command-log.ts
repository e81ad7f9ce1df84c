import { pino, type Logger } from 'pino'
import { say } from '../client/tools/command-line/output.ts'

/** What happens below a command, as sentences for the person who gave it. A server logs JSON instead. */
export function commandLog(level: string): Logger {
  const options = { level, base: null, timestamp: false }
  return pino(options, {
    write: (line) => say((JSON.parse(line) as { msg: string }).msg),
  })
}
