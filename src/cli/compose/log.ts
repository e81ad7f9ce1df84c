import { pino, type Logger } from 'pino'
import { boundLine } from './log-line.ts'

/** Paths of log objects that could hold a secret: never written, whoever logs what. */
const REDACTED = [
  'apiKey',
  'secret',
  'password',
  'masterKey',
  '*.apiKey',
  '*.secret',
  '*.password',
  'headers["x-api-key"]',
  'headers.authorization',
  'headers.cookie',
  '*.headers["x-api-key"]',
  '*.headers.authorization',
  '*.headers.cookie',
  'card',
  '*.card.encrypted',
]

/** One JSON line per happening on standard error; standard output belongs to what a command answers. */
export function createLog(level: string): Logger {
  const destination = pino.destination({ dest: 2, sync: false })
  return pino(
    { level, base: null, redact: REDACTED, timestamp: pino.stdTimeFunctions.isoTime },
    { write: (line: string) => void destination.write(boundLine(line)) },
  )
}
